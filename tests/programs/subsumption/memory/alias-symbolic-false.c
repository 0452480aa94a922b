// expect: false bits: both
// if both pointers are the same one write is lost
// inputs: 3 1 0 1 0 1 1
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
    if (i == 2) *q = old;
  }
  if (a + b != n) reach_error();
  return 0;
}
