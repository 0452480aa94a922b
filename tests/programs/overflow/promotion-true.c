// expect: true bits: both
// char operands fit in int, and what is stored is converted, which is no overflow
// args: --check overflow
// native: no
extern signed char __VERIFIER_nondet_char(void);
int main(void) {
  signed char a = __VERIFIER_nondet_char(), b = __VERIFIER_nondet_char();
  a++;
  a += b;
  b = -b;
  a *= b;
  return a;
}
