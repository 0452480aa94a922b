// expect: true bits: both
// one that does
// args: --check ub
// native: no
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double d = __VERIFIER_nondet_double();
  return d > -1e9 && d < 1e9 ? (int)d : 0;
}
