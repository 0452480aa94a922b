// expect: false bits: both
// inputs that are not declared have the type that their name says: a fraction, more than an int has
// via: i
// native: no
void __VERIFIER_assert(int condition);
int main(void) {
  double fraction = nondet_double();
  unsigned long long wide = nondet_ulonglong();
  __VERIFIER_assert(!(fraction > 0.25 && fraction < 0.75 && wide > 4294967296ULL));
  return 0;
}
