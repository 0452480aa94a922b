// expect: true bits: both
// a small integer survives the way through a float
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000) return 0;
  if (!((int)(float)n == n)) reach_error();
  return 0;
}
