// expect: false bits: both
// processes and users stay the same
// native: no
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>

int main(void) {
  assert(getpid() != 4711);
  return 0;
}
