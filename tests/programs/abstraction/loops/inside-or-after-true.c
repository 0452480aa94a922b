// expect: true|unknown bits: both
// what is asserted inside the loop does not hold after it, and is not asserted there
// args: --no-pre-run
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  if (n < 0 || n > 1000000) return 0;
  while (i < n) {
    if (i >= n) reach_error();
    i++;
  }
  if (i != n) reach_error();
  return 0;
}
