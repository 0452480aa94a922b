// expect: true bits: both
// complex integers that have room, and unsigned ones, which wrap
// args: --check overflow
// native: no
extern int __VERIFIER_nondet_int(void);
static _Complex unsigned wrap(_Complex unsigned u) {
  u *= u;
  u++;
  return u / (2u + 1i) - 3;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  _Complex unsigned u = wrap((unsigned)n);
  if (n < -100 || n > 100) return 0;
  _Complex int z = n + 3i;
  z = ~-z;
  z *= z;
  z--;
  z /= 2 + 1i;
  return __real__ z > 0 && __imag__ u;
}
