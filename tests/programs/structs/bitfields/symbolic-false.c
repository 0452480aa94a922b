// expect: false bits: both
// it loses its high bits
extern void __VERIFIER_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct b { unsigned pad : 5, v : 4; };
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  struct b b = {0};
  b.v = n;
  if (!(b.v == n && b.pad == 0)) __VERIFIER_error();
  return 0;
}
