// expect: true bits: both
// the third round never sees a bad state
// decided: eager lazy cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), bad = 0, i = 0;
  if (n < 0 || n > 5) return 0;
  for (i = 0; i < n; i++) {
    if (bad) reach_error();
    if (i == 7) bad = 1;
  }
  return 0;
}
