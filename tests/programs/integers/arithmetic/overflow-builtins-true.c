// expect: true bits: both
// GNU builtins that tell whether an operation overflows
extern void __VERIFIER_error(void);
int main(void) {
  int r;
  unsigned u;
  unsigned char c;
  if (!(__builtin_add_overflow(2147483647, 1, &r) && r == -2147483647 - 1)) __VERIFIER_error();
  if (!(!__builtin_sub_overflow(5u, 3u, &u) && u == 2)) __VERIFIER_error();
  if (!(__builtin_mul_overflow(16, 16, &c) == 1 && c == 0)) __VERIFIER_error();
  if (!(__builtin_popcount(0xf0f0u) == 8 && __builtin_clz(1u) == 31 && __builtin_ctz(8u) == 3 && __builtin_bswap32(0x01020304u) == 0x04030201u)) __VERIFIER_error();
  return 0;
}
