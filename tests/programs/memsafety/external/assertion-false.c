// expect: false bits: both
// what an external pointer leads to is accessed, and the program goes on
// args: --check assert,memory,ub
// native: no
#include <assert.h>
int *get(void);
int main(void) {
  int *p = get();
  if (!p) return 0;
  *p = 3;
  assert(*p == 4);
  return 0;
}
