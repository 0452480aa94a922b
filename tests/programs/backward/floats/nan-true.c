// expect: true bits: both
// no NaN is made by the loop
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  double x = 1.0;
  while (__VERIFIER_nondet_int()) {
    if (x < 1e6) x = x * 2;
    else x = 1.0;
  }
  if (x != x) reach_error();
  return 0;
}
