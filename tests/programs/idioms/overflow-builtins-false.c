// expect: false bits: both
// sums and products that say whether they wrapped, and bits that are counted
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), sum;
  if (!__builtin_add_overflow(x, y, &sum)) assert((long long)x + y == sum);
  else assert((x > 0) == (y > 0));
  unsigned char narrow;
  assert(__builtin_mul_overflow(x & 15, 17, &narrow) == 1 && narrow == (x & 15) * 17);
  if (x) assert((x >> __builtin_ctz(x)) & 1 && __builtin_popcount(x) >= 1);
  if (x > 0) assert(1 << (31 - __builtin_clz(x)) <= x);
  assert(__builtin_bswap32(__builtin_bswap32(x)) == (unsigned)x);
}
