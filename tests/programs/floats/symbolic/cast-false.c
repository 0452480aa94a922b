// expect: false bits: both
// a large one need not
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 2000000000) return 0;
  if (!((int)(float)n == n)) reach_error();
  return 0;
}
