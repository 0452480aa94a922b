// expect: unknown bits: both
// what a function without a body gives does not have the object of an earlier result
// args: --check memory
// native: no
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct v {
  void *(*get)(size_t);
  void *(*strange)(size_t);
  int k;
};
extern void *unknown(size_t n);
static void *middle(size_t n) {
  char *q = malloc(n);
  return q + 2;
}
int main(void) {
  struct v *x = malloc(sizeof *x);
  *x = (struct v){middle, unknown, __VERIFIER_nondet_int()};
  char *p = x->get(4);
  p[1] = 1;
  char *q = x->strange(4);
  if (q && x->k == 7) q[1] = 1;
  return 0;
}
