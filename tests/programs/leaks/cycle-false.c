// expect: false bits: both
// two nodes point to each other, and nothing points to them
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *other;
};
static void work(int n) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->other = b;
  b->other = a;
  if (n == 2) return;
  free(b->other);
  free(b);
}
int main(void) {
  work(__VERIFIER_nondet_int());
  return 0;
}
