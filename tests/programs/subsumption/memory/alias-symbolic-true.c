// expect: true bits: both
// whichever is written, the sum grows by one a round
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = 0, b = 0, n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) return 0;
  for (int i = 0; i < n; i++) {
    int *p = __VERIFIER_nondet_int() ? &a : &b, *q = __VERIFIER_nondet_int() ? &a : &b;
    int old = *q;
    *p += 1;
    if (p != q) *q = old;
  }
  if (a + b != n) reach_error();
  return 0;
}
