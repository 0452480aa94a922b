// expect: false bits: 32
// as peasant-true.c, but the last bit counts twice
// inputs: 3 5
// decided: kind
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  unsigned x = a, y = b, z = 0;
  while (x) {
    if (x & 1) z += 2 * y;
    x >>= 1;
    y *= 2;
  }
  if (z != a * b) reach_error();
  return 0;
}
