// expect: false bits: both
// what is not assumed may happen
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 9);
  __VERIFIER_assume(n < 12);
  if (!(n == 11)) reach_error();
  return 0;
}
