// expect: false bits: both
// the arena does not look whether what is asked for is still there
// args: --check memory
// violates: valid-deref
// native: no
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
static char space[16], *next = space;
static char *take(int size) {
  if (next >= space + 16) return NULL;
  char *p = next;
  next += size;
  return p;
}
int main(void) {
  for (int i = 0; i < 3; i++) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 8) continue;
    char *p = take(n);
    if (p) p[n - 1] = 1;
  }
  return 0;
}
