// expect: true bits: both
// an input stored in a bit-field keeps its low bits
extern void __VERIFIER_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct b { unsigned pad : 5, v : 4; };
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  struct b b = {0};
  b.v = n;
  if (!(b.v == (n & 15) && b.pad == 0)) __VERIFIER_error();
  return 0;
}
