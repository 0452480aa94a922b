// expect: true bits: both
// the inner loop gives back what it took
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), held = 0;
  if (n < 0 || n > 3 || m < 0 || m > 3) return 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      held++;
      held--;
    }
    if (held != 0) reach_error();
  }
  if (held) reach_error();
  return 0;
}
