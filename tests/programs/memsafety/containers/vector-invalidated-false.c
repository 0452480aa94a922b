// expect: false bits: both
// the pointer to the first element is kept while the vector may grow
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct vector {
  int *at, count, size;
};
static void push(struct vector *v, int x) {
  if (v->count == v->size) {
    v->size = v->size ? v->size * 2 : 2;
    v->at = realloc(v->at, (size_t)v->size * sizeof *v->at);
  }
  v->at[v->count++] = x;
}
int main(void) {
  struct vector v = {NULL, 0, 0};
  push(&v, 1);
  int *first = &v.at[0];
  for (int i = 0; i < 3 && __VERIFIER_nondet_int() > 0; i++) push(&v, i);
  int r = *first;
  free(v.at);
  return r;
}
