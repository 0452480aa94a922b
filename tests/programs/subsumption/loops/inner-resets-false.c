// expect: false bits: both
// it is not reset in the fourth round
// inputs: 4 1 1 1 1
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), j = 0;
  if (n < 1 || n > 4) return 0;
  for (int i = 0; i < n; i++) {
    if (i != 3) j = 0;
    while (j < 2) {
      if (__VERIFIER_nondet_int()) break;
      j++;
    }
    if (j > 2) reach_error();
    j += 3;
  }
  return 0;
}
