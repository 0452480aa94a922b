// expect: true bits: both
// a binary search tree on the heap is walked in order
extern void __VERIFIER_error(void);
typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t);
struct tree { int key; struct tree *left, *right; };
static struct tree *insert(struct tree *t, int key) {
  if (!t) {
    t = malloc(sizeof *t);
    t->key = key;
    t->left = t->right = 0;
  } else if (key < t->key) {
    t->left = insert(t->left, key);
  } else {
    t->right = insert(t->right, key);
  }
  return t;
}
static int *walk(struct tree *t, int *to) {
  if (!t) return to;
  to = walk(t->left, to);
  *to++ = t->key;
  return walk(t->right, to);
}
int main(void) {
  int keys[] = {5, 2, 8, 1, 9, 3}, sorted[6];
  struct tree *t = 0;
  for (int i = 0; i < 6; i++) t = insert(t, keys[i]);
  if (!(walk(t, sorted) == sorted + 6)) __VERIFIER_error();
  for (int i = 1; i < 6; i++) if (!(sorted[i - 1] < sorted[i])) __VERIFIER_error();
  if (!(sorted[0] == 1)) __VERIFIER_error();
  return 0;
}
