// expect: true|unknown bits: both
// the structure that is returned points to a block on the heap
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct slice {
  int *at;
  int length;
};
static struct slice make(int n) {
  int *values = malloc(2 * sizeof *values);
  values[0] = values[1] = n;
  struct slice s = {values, 2};
  return s;
}
int main(void) {
  struct slice s = make(__VERIFIER_nondet_int());
  int r = s.at[1] == 0;
  free(s.at);
  return r;
}
