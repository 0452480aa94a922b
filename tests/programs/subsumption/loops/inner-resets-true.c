// expect: true bits: both
// the outer loop resets what the inner one counts
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), j = 0;
  if (n < 1 || n > 4) return 0;
  for (int i = 0; i < n; i++) {
    j = 0;
    while (j < 2) {
      if (__VERIFIER_nondet_int()) break;
      j++;
    }
    if (j > 2) reach_error();
    j += 3;
  }
  return 0;
}
