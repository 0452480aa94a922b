// expect: true bits: both
// three constraints contradict each other, no two of them do
// decided: cpa
// undecided: value
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
  if (x < y) {
    if (y < z) {
      if (z < x) reach_error();
    }
  }
  return 0;
}
