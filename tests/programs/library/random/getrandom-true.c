// expect: true bits: both
// getrandom writes its block
#define _GNU_SOURCE
#include <assert.h>
#include <sys/random.h>

int main(void) {
  unsigned char x[4] = {1, 1, 1, 1};
  long n = getrandom(x, 3, 0);
  assert((n == 3 || n == -1) && x[3] == 1);
  return 0;
}
