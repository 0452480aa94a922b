// expect: true bits: both
// behind the character that was found is at least the end of the text
// args: --check memory
// native: no
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
  const char text[] = "k:v";
  char c = __VERIFIER_nondet_char();
  if (!c) return 0;
  const char *p = strchr(text, c);
  return p ? p[1] : 0;
}
