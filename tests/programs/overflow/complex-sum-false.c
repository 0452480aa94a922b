// expect: false bits: both
// the real part of a complex integer overflows
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  _Complex int z = __VERIFIER_nondet_int();
  z++;
  return __real__ z > 0;
}
