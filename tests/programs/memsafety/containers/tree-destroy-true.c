// expect: true bits: both
// the children are freed before their parent
// args: --check memory
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
  destroy(t->right);
  free(t);
}
int main(void) {
  int depth = __VERIFIER_nondet_int();
  if (depth >= 0 && depth <= 2) destroy(grow(depth));
  return 0;
}
