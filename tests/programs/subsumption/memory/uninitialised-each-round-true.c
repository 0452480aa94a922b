// expect: true bits: both
// the variable of the block is set in every round
// native: no
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) return 0;
  for (int i = 0; i < n; i++) {
    int x[2];
    x[0] = 0; x[1] = 0;
    if (x[__VERIFIER_nondet_int() & 1] != 0) reach_error();
  }
  return 0;
}
