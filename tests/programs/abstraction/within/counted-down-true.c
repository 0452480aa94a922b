// expect: true bits: both
// What the counter has still to go and the distance of the pointer make the size.
// args: --check memory
// decided: symexpa
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
static void set(char *d, int c, size_t n) {
  while (n--) *d++ = (char)c;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 100000;
  char *p = malloc(n);
  if (!p) return 1;
  set(p, 1, n);
  return 0;
}
