// expect: false bits: both
// the default is a global variable
// args: --check memory
// violates: valid-free
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct options {
  int level;
};
static struct options defaults = {1};
static struct options *make(int level) {
  if (level == 0) return &defaults;
  struct options *o = malloc(sizeof *o);
  o->level = level;
  return o;
}
int main(void) {
  struct options *o = make(__VERIFIER_nondet_int());
  int r = o->level > 0;
  free(o);
  return r;
}
