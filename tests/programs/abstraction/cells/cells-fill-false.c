// expect: false|unknown bits: both
// the first cell is left out
// args: --no-pre-run
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), a[50000];
  if (n < 1 || n > 50000) return 0;
  for (int i = 1; i < n; i++) a[i] = i + 7;
  for (int i = 0; i < n; i++)
    if (a[i] != i + 7) reach_error();
  return 0;
}
