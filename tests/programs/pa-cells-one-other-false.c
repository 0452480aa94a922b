// expect: false|unknown bits: both
// another cell than the program thinks is changed between two loops
// args: --no-probe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), a[40000];
  if (n < 2 || n > 40000) return 0;
  for (int i = 0; i < n; i++) a[i] = 1;
  a[n / 2 - 1] = 2;
  for (int i = 0; i < n; i++) {
    if (a[i] == 2 && i != n / 2) reach_error();
    a[i] = 3;
  }
  return 0;
}
