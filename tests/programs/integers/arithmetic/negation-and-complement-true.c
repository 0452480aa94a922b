// expect: true bits: both
// minus n is the complement plus one
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int m = (int)(0u - (unsigned)n);
  if (!(m == (int)((unsigned)~n + 1) && m + (unsigned)n == 0)) reach_error();
  return 0;
}
