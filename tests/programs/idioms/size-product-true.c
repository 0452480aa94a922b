// expect: true bits: both
// sizes that are products after checks: calloc, realloc
// native: small
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned w = __VERIFIER_nondet_uint(), h = __VERIFIER_nondet_uint();
  if (w < 1 || w > 1000 || h < 1 || h > 1000) return 0;
  int *p = calloc((size_t)w * h, sizeof *p), *q = calloc(h, w * sizeof *q);
  if (!p || !q) return 0;
  assert(p[w - 1] == 0);
  p[0] = 7;
  q[0] = 8;
  p = realloc(p, 2 * (size_t)w * h * sizeof *p);
  if (!p) return 0;
  p[2 * (size_t)w * h - 1] = 9;
  assert(p[0] == 7 && q[0] == 8);
  return 0;
}
