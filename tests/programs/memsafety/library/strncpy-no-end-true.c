// expect: true bits: both
// the end is written in any case
// args: --check memory
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char buffer[4];
  strncpy(buffer, __VERIFIER_nondet_int() > 0 ? "abcdef" : "abc", 3);
  buffer[3] = 0;
  return (int)strlen(buffer);
}
