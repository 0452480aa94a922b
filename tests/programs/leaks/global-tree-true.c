// expect: true bits: both
// a tree that a global keeps
// args: --check leaks
// native: address
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct t {
  struct t *l, *r;
  int k;
};
static struct t *root;
static void ins(int k) {
  struct t **p = &root;
  while (*p) p = k < (*p)->k ? &(*p)->l : &(*p)->r;
  *p = calloc(1, sizeof **p);
  (*p)->k = k;
}
int main(void) {
  ins(3);
  ins(1);
  ins(__VERIFIER_nondet_int());
  return 0;
}
