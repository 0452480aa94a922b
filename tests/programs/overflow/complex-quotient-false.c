// expect: false bits: both
// a division of complex integers multiplies before it divides
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  _Complex int z = __VERIFIER_nondet_int();
  z /= 2 + 1i;
  return __real__ z > 0;
}
