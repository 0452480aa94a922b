// expect: true bits: both
// an array at the end of a structure behind a pointer has its declared length: inside
// args: --check ub
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
struct counted {
  int n;
  int a[4];
};
int main(void) {
  struct counted *s = malloc(64);
  if (!s) return 0;
  s->a[0] = s->a[1] = s->a[2] = s->a[3] = 0;
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
  s->a[i]++;
  return 0;
}
