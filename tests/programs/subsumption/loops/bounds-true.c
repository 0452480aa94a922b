// expect: true bits: both
// the counter stays within its bounds
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
  if (i < n || i > n + 1 || steps > n) reach_error();
  return 0;
}
