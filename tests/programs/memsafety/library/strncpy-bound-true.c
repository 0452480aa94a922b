// expect: true bits: both
// the bound is the size of the buffer
// args: --check memory
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char buffer[4] = "", *from = "ab";
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  strncpy(buffer, from, (size_t)n);
  return buffer[0];
}
