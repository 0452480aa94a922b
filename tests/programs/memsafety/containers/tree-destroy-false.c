// expect: false bits: both
// a node is freed before its right child is taken from it
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree {
  struct tree *left, *right;
};
static struct tree *grow(int depth) {
  if (depth == 0) return NULL;
  struct tree *t = malloc(sizeof *t);
  t->left = grow(depth - 1);
  t->right = NULL;
  return t;
}
static void destroy(struct tree *t) {
  if (!t) return;
  destroy(t->left);
  free(t);
  destroy(t->right);
}
int main(void) {
  int depth = __VERIFIER_nondet_int();
  if (depth >= 0 && depth <= 2) destroy(grow(depth));
  return 0;
}
