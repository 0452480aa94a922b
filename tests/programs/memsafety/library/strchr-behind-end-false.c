// expect: false bits: both
// the end of the text is found too, and behind it is nothing
// args: --check memory
// violates: valid-deref
// native: no
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
  const char text[] = "k:v";
  char c = __VERIFIER_nondet_char();
  const char *p = strchr(text, c);
  return p ? p[1] : 0;
}
