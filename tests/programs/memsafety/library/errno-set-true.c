// expect: true bits: both
// errno is an object of the library
// args: --check memory
// native: address
#include <errno.h>
int main(void) {
  char b[10];
  errno = 0;
  for (int i = 0; i < 10; i++) b[i] = 1;
  return b[0] + errno;
}
