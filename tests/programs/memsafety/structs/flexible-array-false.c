// expect: false bits: both
// the block has space for n numbers, not for the one with index n
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct numbers {
  int count;
  int of[];
};
int main(void) {
  int n = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
  if (n < 0 || n > 5 || i < 0 || i > n) return 0;
  struct numbers *s = malloc(sizeof *s + (size_t)n * sizeof s->of[0]);
  s->count = n;
  s->of[i] = 1;
  free(s);
  return 0;
}
