// expect: false bits: both
// getrandom writes its block
#define _GNU_SOURCE
#include <assert.h>
#include <sys/random.h>

int main(void) {
  int x = 0;
  getrandom(&x, sizeof x, 0);
  assert(x == 0);
  return 0;
}
