// expect: false bits: both
// a structure that is returned in two registers, not all of it set, by way of the heap
// args: --check ub
// violates: undefined-behaviour
// native: memory
#include <stdlib.h>
struct pair {
  long a, b;
};
extern int __VERIFIER_nondet_int(void);
static struct pair make(int both) {
  struct pair p;
  p.a = 1;
  if (both) p.b = 2;
  return p;
}
int main(void) {
  struct pair *p = malloc(sizeof *p);
  *p = make(__VERIFIER_nondet_int());
  int is = p->b == 2;
  if (is) __VERIFIER_nondet_int();
  free(p);
  return 0;
}
