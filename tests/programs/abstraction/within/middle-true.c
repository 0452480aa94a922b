// expect: true bits: both
// The middle of two indices: the upper one stays below the number of elements, which no variable holds.
// args: --check memory
// decided: symexpa
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int find(const int *a, int n, int x) {
  int low = 0, high = n - 1;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    if (a[middle] == x) return middle;
    if (a[middle] < x) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 10000) return 0;
  int *a = calloc((size_t)n, sizeof *a);
  if (a) find(a, n, __VERIFIER_nondet_int());
  return 0;
}
