// expect: true bits: 32
// a product by doubling and halving: x is twice its half, and its last bit
// native: small
// decided: kind
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  unsigned x = a, y = b, z = 0;
  while (x) {
    if (x & 1) z += y;
    x >>= 1;
    y *= 2;
  }
  if (z != a * b) reach_error();
  return 0;
}
