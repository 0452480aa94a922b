// expect: false bits: both
// scanf does not set its variable where the input is no number
// args: --check ub
// violates: undefined-behaviour
// native: no
#include <stdio.h>
int main(void) {
  int v;
  scanf("%d", &v);
  if (v) return 1;
  return 0;
}
