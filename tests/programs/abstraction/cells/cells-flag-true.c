// expect: true|unknown bits: both
// a flag says whether two arrays are equal
// args: --no-pre-run
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[900], b[900], same = 1;
  for (int i = 0; i < 900; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = __VERIFIER_nondet_int();
  }
  for (int i = 0; i < 900; i++)
    if (a[i] != b[i]) same = 0;
  if (!same) return 0;
  for (int i = 0; i < 900; i++)
    if (a[i] != b[i]) reach_error();
  return 0;
}
