// expect: true bits: both
// arrays of variable length, of up to 32 MB
// native: small
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static void fill(int *p, unsigned n, int x) { p[n - 1] = x; }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 2 || n > 8000000) return 0;
  int a[n], b[n];
  a[0] = b[0] = 1;
  fill(a, n, 3);
  fill(b, n, 4);
  assert(a[n - 1] == 3);
  assert(sizeof a == n * sizeof(int));
  return 0;
}
