// expect: true bits: both
// qsort sorts with a comparison of ours, bsearch finds
extern void __VERIFIER_error(void);
typedef __SIZE_TYPE__ size_t;
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
extern void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
static int order(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
int main(void) {
  int a[] = {5, -1, 9, 3}, key = 9;
  qsort(a, 4, sizeof *a, order);
  if (!(a[0] == -1 && a[1] == 3 && a[3] == 9)) __VERIFIER_error();
  if (!(bsearch(&key, a, 4, sizeof *a, order) == &a[3])) __VERIFIER_error();
  return 0;
}
