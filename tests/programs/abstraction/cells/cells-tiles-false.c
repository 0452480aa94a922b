// expect: false|unknown bits: both
// one of the two cells that a round writes gets another value
// args: --no-pre-run
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), a[60000];
  if (n < 1 || n > 30000) return 0;
  for (int i = 0; i < n; i++) {
    a[2 * i] = 5;
    a[2 * i + 1] = i < 3 ? 5 : 6;
  }
  for (int i = 0; i < 2 * n; i++)
    if (a[i] != 5) reach_error();
  return 0;
}
