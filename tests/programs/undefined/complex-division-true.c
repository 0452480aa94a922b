// expect: true bits: both
// by what is not zero
// args: --check ub
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  _Complex int a = 3 + 4i, b = __VERIFIER_nondet_int() ? 1 : 2;
  a /= b;
  return __real__ a > 1;
}
