// expect: true bits: both
// __VERIFIER_assume ends the paths where it does not hold
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 10);
  __VERIFIER_assume(n < 12);
  if (!(n == 11)) reach_error();
  return 0;
}
