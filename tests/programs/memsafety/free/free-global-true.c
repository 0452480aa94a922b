// expect: true bits: both
// the default is a copy on the heap
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct options {
  int level;
};
static struct options defaults = {1};
static struct options *make(int level) {
  struct options *o = malloc(sizeof *o);
  *o = defaults;
  if (level != 0) o->level = level;
  return o;
}
int main(void) {
  struct options *o = make(__VERIFIER_nondet_int());
  int r = o->level > 0;
  free(o);
  return r;
}
