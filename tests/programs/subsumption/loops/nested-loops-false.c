// expect: false bits: both
// it keeps one where the rows and columns are the last ones
// inputs: 3 3
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), held = 0;
  if (n < 0 || n > 3 || m < 0 || m > 3) return 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      held++;
      if (i != 2 || j != 2) held--;
    }
    if (held > 1) reach_error();
  }
  if (held) reach_error();
  return 0;
}
