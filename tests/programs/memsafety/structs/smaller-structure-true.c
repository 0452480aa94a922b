// expect: true bits: both
// only what was made as the larger structure is used so
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct base {
  int kind;
};
struct derived {
  struct base base;
  int extra;
};
static struct base *make(int kind) {
  struct base *b = malloc(kind == 1 ? sizeof(struct derived) : sizeof *b);
  b->kind = kind;
  return b;
}
int main(void) {
  struct base *b = make(__VERIFIER_nondet_int());
  if (b->kind == 1) ((struct derived *)b)->extra = 2;
  free(b);
  return 0;
}
