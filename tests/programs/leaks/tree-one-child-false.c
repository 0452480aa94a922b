// expect: false bits: both
// the right child is lost with its parent
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree {
  struct tree *left, *right;
};
static struct tree *node(struct tree *left, struct tree *right) {
  struct tree *t = malloc(sizeof *t);
  t->left = left;
  t->right = right;
  return t;
}
int main(void) {
  struct tree *t = node(node(NULL, NULL), NULL);
  if (__VERIFIER_nondet_int() > 5) t->right = node(NULL, NULL);
  free(t->left);
  free(t);
  return 0;
}
