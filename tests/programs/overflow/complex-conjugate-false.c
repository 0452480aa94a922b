// expect: false bits: both
// the imaginary part of the conjugate is a negated one
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  _Complex int z = 0;
  __imag__ z = __VERIFIER_nondet_int();
  z = ~z;
  return __imag__ z > 0;
}
