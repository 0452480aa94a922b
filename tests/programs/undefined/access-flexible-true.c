// expect: true bits: both
// arrays without a length, and of one element, at the end of an allocation
// args: --check ub
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct none {
  int n;
  int a[];
};
struct zero {
  int n;
  int a[0];
};
struct one {
  int n;
  int a[1];
};
int main(void) {
  struct none *f = malloc(40);
  struct zero *z = malloc(40);
  struct one *o = malloc(40);
  int i = __VERIFIER_nondet_int();
  if (!f || !z || !o || i < 0 || i > 5) return 0;
  f->a[i] = z->a[i] = o->a[i] = 1;
  f->a[i]++;
  z->a[i]++;
  o->a[i]++;
  *(o->a + i) = 3;
  return 0;
}
