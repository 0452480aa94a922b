// expect: false|unknown bits: both
// the structure that is returned points to an array of the function
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct slice {
  int *at;
  int length;
};
static struct slice make(int n) {
  int values[2] = {n, n};
  struct slice s = {values, 2};
  return s;
}
int main(void) {
  struct slice s = make(__VERIFIER_nondet_int());
  int r = s.at[1] == 0;
  return r;
}
