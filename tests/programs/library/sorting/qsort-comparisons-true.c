// expect: true bits: both
// how often qsort compares, and what it makes of a comparison that is no order
#include <stdlib.h>

extern void reach_error(void);

static int n;

static int order(const void *a, const void *b) {
  n++;
  return *(const int *)a - *(const int *)b;
}

static int no_order(const void *a, const void *b) { return 1; }

int main(void) {
  int a[4] = {1, 2, 3, 4};
  qsort(a, 4, sizeof *a, order);
  qsort(a, 3, sizeof *a, no_order);
  if (n != 4 || a[0] != 3 || a[1] != 2) reach_error();
  return 0;
}
