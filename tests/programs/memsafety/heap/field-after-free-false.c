// expect: false bits: both
// the structure still points to the block that was freed
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct cache {
  int *data;
};
static void drop(struct cache *c) { free(c->data); }
int main(void) {
  struct cache c = {calloc(1, sizeof(int))};
  int dropped = __VERIFIER_nondet_int() > 0;
  if (dropped) drop(&c);
  int r = *c.data;
  if (!dropped) drop(&c);
  return r;
}
