// expect: false|unknown bits: both
// an array is filled from its end, but for the first cell
// args: --no-pre-run
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = (unsigned)__VERIFIER_nondet_int() % 1000, a[1000];
  for (unsigned i = n; i > 1; i--) a[i - 1] = n;
  for (unsigned i = 0; i < n; i++)
    if (a[i] != n) reach_error();
  return 0;
}
