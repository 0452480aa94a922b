// expect: true bits: both
// A text ends in its object: its last byte is zero.
// args: --check memory
// decided: symexpa
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
static void copy(char *d, const char *s, size_t n) {
  if (n) do {
    if ((*d++ = *s++) == 0) {
      while (--n) *d++ = 0;
      break;
    }
  } while (--n);
}
int main(void) {
  unsigned length = __VERIFIER_nondet_uint() % 1000 + 1, n = __VERIFIER_nondet_uint() % 1000;
  char *text = malloc(length), *to = malloc(n);
  if (!text || !to) return 1;
  for (unsigned i = 0; i + 1 < length; i++) text[i] = __VERIFIER_nondet_char();
  text[length - 1] = 0;
  copy(to, text, n);
  return 0;
}
