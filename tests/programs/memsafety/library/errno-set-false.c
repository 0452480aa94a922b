// expect: false bits: both
// a write behind an array after errno was set
// args: --check memory
// violates: valid-deref
// native: address
#include <errno.h>
int main(void) {
  char b[10];
  errno = 0;
  for (int i = 0; i <= 10; i++) b[i] = 1;
  return b[0] + errno;
}
