// expect: false bits: both
// the search does not see that there is no child
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree {
  int key;
  struct tree *child[2];
};
int main(void) {
  struct tree left = {2, {NULL, NULL}}, right = {8, {NULL, NULL}}, root = {5, {&left, &right}};
  int key = __VERIFIER_nondet_int();
  const struct tree *t = &root;
  while (t->key != key) t = t->child[key > t->key];
  return t->key;
}
