// expect: false bits: both
// the end wraps one too late
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct ring {
  int *at, end, size;
};
static void put(struct ring *r, int x) {
  r->at[r->end] = x;
  r->end++;
  if (r->end > r->size) r->end = 0;
}
int main(void) {
  struct ring r = {malloc(3 * sizeof(int)), 0, 3};
  for (int i = 0; i < 5 && __VERIFIER_nondet_int() > 0; i++) put(&r, i);
  free(r.at);
  return 0;
}
