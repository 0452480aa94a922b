// expect: false bits: both
// it leaves them when both steps of two are taken
// inputs: 3 0 0
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, steps = 0;
  if (n < 0 || n > 4) return 0;
  while (i < n) {
    i += __VERIFIER_nondet_int() ? 1 : 2;
    steps++;
  }
  if (i < n || i > n || steps > n) reach_error();
  return 0;
}
