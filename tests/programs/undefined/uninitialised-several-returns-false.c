// expect: false bits: both
// one of the returns of main gives what was not initialised
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x, n = __VERIFIER_nondet_int();
  if (n > 1) return 1;
  if (n < 0) x = 3;
  for (int i = 0; i < 2; i++) {
    int y;
    if (i == 1 && n < 0) return x;
    y = i;
    if (y == 1) return x;
  }
  return n;
}
