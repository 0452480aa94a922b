// expect: false bits: both
// the conditions do not contradict each other
// inputs: 19 38
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a > 10 && a < 20 && b == a * 2)
    if (b > 36) reach_error();
  return 0;
}
