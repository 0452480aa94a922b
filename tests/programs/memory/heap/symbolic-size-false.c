// expect: false bits: both
// the last element is the size minus one
extern void reach_error(void);
typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  size_t n = __VERIFIER_nondet_uchar() % 4 + 1;
  int *a = malloc(n * sizeof *a);
  for (size_t i = 0; i < n; i++) a[i] = (int)i;
  if (!(a[n - 1] == (int)n - 2)) reach_error();
  return 0;
}
