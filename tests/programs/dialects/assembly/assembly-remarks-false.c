// expect: false bits: 64
// assembly outside of functions that names versions of library functions, and defines nothing
#include <string.h>
extern void reach_error(void);
__asm__(".symver memcpy, memcpy@GLIBC_2.2.5; .ident \"remark\"");
int main(void) {
  volatile int a = 3;
  int b = a, c = 0;
  memcpy(&c, &b, sizeof c);
  if (c == 3) reach_error();
  return 0;
}
