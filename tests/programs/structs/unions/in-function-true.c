// expect: true bits: both
// a union passed and returned by value
extern void __VERIFIER_error(void);
union u { unsigned long long all; struct { unsigned low, high; } part; };
static union u set_low(union u u, unsigned low) {
  u.part.low = low;
  return u;
}
int main(void) {
  union u u = {0x0123456789abcdefULL};
  u = set_low(u, 7);
  if (!(u.all == 0x0123456700000007ULL)) __VERIFIER_error();
  return 0;
}
