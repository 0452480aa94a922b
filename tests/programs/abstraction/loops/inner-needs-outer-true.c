// expect: true|unknown bits: both
// the inner loop counts up to the outer one's variable, which stays where it is
// args: --no-pre-run
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i, j = 0;
  if (n < 1 || n > 100000) return 0;
  for (i = 0; i < n; i++) {
    j = 0;
    while (j < i) j++;
    if (j != i) reach_error();
  }
  return 0;
}
