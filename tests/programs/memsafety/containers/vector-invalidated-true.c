// expect: true bits: both
// the first element is found by its index
// args: --check memory
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
  for (int i = 0; i < 3 && __VERIFIER_nondet_int() > 0; i++) push(&v, i);
  int r = v.at[0];
  free(v.at);
  return r;
}
