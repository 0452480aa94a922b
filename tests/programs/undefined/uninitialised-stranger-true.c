// expect: true bits: both
// what a function without a body got a pointer to counts as initialised
// args: --check ub
// native: no
#include <stdlib.h>
extern void stranger(int *);
int main(void) {
  int *p = malloc(8), e;
  if (!p) return 0;
  stranger(&e);
  stranger(p);
  if (p[1] == e) return 1;
  return 0;
}
