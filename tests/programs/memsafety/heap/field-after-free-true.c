// expect: true bits: both
// the structure forgets the block when it is freed
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct cache {
  int *data;
};
static void drop(struct cache *c) {
  free(c->data);
  c->data = NULL;
}
int main(void) {
  struct cache c = {calloc(1, sizeof(int))};
  if (__VERIFIER_nondet_int() > 0) drop(&c);
  int r = c.data ? *c.data : 0;
  drop(&c);
  return r;
}
