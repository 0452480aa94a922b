// expect: false bits: both
// a parameter that the function changes: the result is below what it became, not what it was
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int down(int n) {
  if (n <= 0) return n;
  int r = down(n - 1);
  n = n + 3;
  return r > n ? r : n;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 3 && down(n) > n) reach_error();
}
