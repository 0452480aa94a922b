// expect: true bits: both
// alarm gives what was left of the one before
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>

int main(void) {
  alarm(100);
  assert(alarm(0) <= 100);
  assert(alarm(0) == 0);
  return 0;
}
