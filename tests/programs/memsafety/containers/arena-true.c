// expect: true bits: both
// what does not fit any more is null
// args: --check memory
// native: no
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
static char space[16], *next = space;
static char *take(int size) {
  if (size > space + 16 - next) return NULL;
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
