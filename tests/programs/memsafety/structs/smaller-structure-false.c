// expect: false bits: both
// the kind is not looked at, and a base is used as what it is not
// args: --check memory
// violates: valid-deref
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
  ((struct derived *)b)->extra = 2;
  free(b);
  return 0;
}
