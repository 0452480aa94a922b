// expect: false bits: both
// numbers of the standard input by scanf, as programs of a first course read them
// native: no
#include <assert.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n, sum = 0;
  if (scanf("%d", &n) != 1 || n < 0 || n > 3) return 1;
  for (int i = 0; i < n; i++) {
    int value;
    if (scanf("%2d", &value) != 1) return 1;
    assert(value >= -9 && value <= 99);
    sum += value;
  }
  assert(sum <= 296);
}
