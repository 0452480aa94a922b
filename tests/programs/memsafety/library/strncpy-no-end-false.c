// expect: false bits: both
// strncpy writes no end if the text is as long as the buffer
// args: --check memory
// violates: valid-deref
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char buffer[4];
  strncpy(buffer, __VERIFIER_nondet_int() > 0 ? "abcdef" : "abc", 3);
  buffer[3] = __VERIFIER_nondet_int() > 0 ? 'd' : 0;
  return (int)strlen(buffer);
}
