// expect: false bits: both
// where there is no such character the result is null
// args: --check memory
// violates: valid-deref
// native: no
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char text[] = "a=b";
  char *p = strchr(text, __VERIFIER_nondet_char());
  *p = 0;
  return text[0];
}
