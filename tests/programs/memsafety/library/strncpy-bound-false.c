// expect: false bits: both
// strncpy fills up to its bound with zeros, also where the text is short
// args: --check memory
// violates: valid-deref
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char buffer[4] = "", *from = "ab";
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 5) return 0;
  strncpy(buffer, from, (size_t)n);
  return buffer[0];
}
