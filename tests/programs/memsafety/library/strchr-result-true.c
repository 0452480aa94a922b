// expect: true bits: both
// the result is looked at
// args: --check memory
// native: no
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char text[] = "a=b";
  char *p = strchr(text, __VERIFIER_nondet_char());
  if (p) *p = 0;
  return text[0];
}
