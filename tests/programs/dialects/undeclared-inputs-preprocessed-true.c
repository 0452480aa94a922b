// expect: true bits: both
// inputs that are not declared have the type that their name says
// via: i
// native: no
void __VERIFIER_assert(int condition);
int main(void) {
  unsigned small = nondet_uchar();
  int bit = nondet_bool();
  double fraction = nondet_double();
  long long wide = nondet_longlong();
  __VERIFIER_assert(small <= 255);
  __VERIFIER_assert(bit == 0 || bit == 1);
  if (fraction > 0.25 && fraction < 0.75) __VERIFIER_assert((int)fraction == 0);
  __VERIFIER_assert(wide / 2 <= 4611686018427387903LL);
  return 0;
}
