// expect: false bits: both
// a function without a body may write what it got a pointer to, and nothing else
// args: --check ub
// violates: undefined-behaviour
// native: no
#include <stdlib.h>
extern void stranger(int *);
int main(void) {
  int *p = malloc(8), e;
  if (!p) return 0;
  stranger(&e);
  p[0] = e;
  if (p[1]) return 1;
  return 0;
}
