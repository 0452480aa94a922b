// expect: false bits: both
// the least number is its own negation
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int m = (int)(0u - (unsigned)n);
  if (!(m == (int)((unsigned)~n + 1) && n == 0 || m != n)) reach_error();
  return 0;
}
