// expect: true bits: both
// the result of scanf says whether it has set its variable
// args: --check ub
// native: no
#include <stdio.h>
int main(void) {
  int v;
  if (scanf("%d", &v) != 1) return 0;
  if (v) return 1;
  return 0;
}
