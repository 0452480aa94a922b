// expect: false bits: both
// short operands are added as int, and multiplied as int
// args: --check overflow
// violates: no-overflow
// native: no
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  unsigned short a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort();
  unsigned c = a * b;
  return c > 3;
}
