// expect: false bits: both
// the size is that of the pointer
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct triple {
  int a, b, c;
};
int main(void) {
  struct triple *t = malloc(sizeof t);
  t->a = 1;
  if (__VERIFIER_nondet_int() == 5) t->c = 3;
  free(t);
  return 0;
}
