// expect: false bits: both
// a complex integer divided by zero
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  _Complex int a = 3 + 4i, b = __VERIFIER_nondet_int() ? 1 : 0;
  a /= b;
  return __real__ a > 1;
}
