// expect: true bits: both
// the search ends where there is no child
// args: --check memory
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
  while (t && t->key != key) t = t->child[key > t->key];
  return t ? t->key : 0;
}
