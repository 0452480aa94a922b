// expect: false bits: both
// a condition that is a floating-point number: zero is false
// native: no
extern int __VERIFIER_nondet_int(void);

int main(void) {
  double d = __VERIFIER_nondet_int();
  assert(d - 3);
  return 0;
}
