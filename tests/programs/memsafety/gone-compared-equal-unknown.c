// expect: unknown bits: both
// the addresses of two locals that are gone may be the same: that they are not is no truth
// args: --check assert,memory
// native: no
#include <assert.h>
static int *give(void) {
  int x = 1;
  int *volatile p = &x;
  return p;
}
int main(void) {
  int *a = give(), *b = give(), same = 0;
  if (a == b) same = 1;
  assert(same == 0);
  return 0;
}
