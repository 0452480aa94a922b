// expect: false bits: both
// one way out by break is not accounted for
// inputs: 5 1 2
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), seen = 0, skipped = 0, i;
  if (n < 0 || n > 5) return 0;
  for (i = 0; i < n; i++) {
    int c = __VERIFIER_nondet_int();
    if (c == 1) { skipped++; continue; }
    if (c == 2) { seen++; break; };
    seen++;
  }
  if (seen + skipped != i) reach_error();
  return 0;
}
