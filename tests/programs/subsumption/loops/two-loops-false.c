// expect: false bits: both
// it takes back less if it is left early
// inputs: 5 9
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, i;
  if (n < 0 || n > 5) return 0;
  for (i = 0; i < n; i++) x++;
  for (i = 0; i < n; i++) {
    if (i == 4 && __VERIFIER_nondet_int() == 9) break;
    x--;
  }
  if (x != 0) reach_error();
  return 0;
}
