// expect: true bits: 32
// two branches keep a combination of products, a third one is taken by an input
// native: small
// decided: kind
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned a = (unsigned)__VERIFIER_nondet_int(), b = (unsigned)__VERIFIER_nondet_int();
  unsigned x = a, y = b, p = 1, q = 0, r = 0, s = 1;
  while (__VERIFIER_nondet_int()) {
    if (x > y) {
      x -= y;
      p -= q;
      r -= s;
    } else if (__VERIFIER_nondet_int()) {
      y -= x;
      q -= p;
      s -= r;
    } else {
      x += 3 * y;
      p += 3 * q;
      r += 3 * s;
    }
    if (p * s - q * r != 1) reach_error();
  }
  if (x != p * a + r * b) reach_error();
  if (y != q * a + s * b) reach_error();
  return 0;
}
