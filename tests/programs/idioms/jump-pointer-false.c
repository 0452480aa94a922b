// expect: false bits: both
// it jumps for a negative number only
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf bad;
static int found;
static int compare(const void *a, const void *b) {
  const int *x = a, *y = b;
  if (*x < 0 || *y < 0) {
    found = *x < 0 ? *x : *y;
    longjmp(bad, 1);
  }
  return (*x > *y) - (*x < *y);
}
int main(void) {
  int a[2];
  for (int i = 0; i < 2; i++) a[i] = __VERIFIER_nondet_int();
  if (setjmp(bad)) {
    assert(found >= 0);
    return 0;
  }
  qsort(a, 2, sizeof *a, compare);
  assert(0 <= a[0] && a[0] <= a[1]);
  return 0;
}
