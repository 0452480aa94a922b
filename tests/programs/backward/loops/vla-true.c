// expect: true bits: both
// two arrays whose size is an input do not overlap, also when the frame is used again
// decided: kind bself
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int last(int n, int value) {
  int a[n], b[n];
  a[n - 1] = value;
  b[0] = 5;
  b[n - 1] = 7;
  return a[n - 1];
}
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  if (n < 1 || n > 100) return 0;
  for (int i = 0; i < n; i++) {
    if (last(n, 1) != 1 || last(i + 1, 2) != 2) reach_error();
    sum += 3;
  }
  if (sum != 3 * n) reach_error();
  return 0;
}
