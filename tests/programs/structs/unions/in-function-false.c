// expect: false bits: both
// the high part is not cleared by writing the low one
extern void __VERIFIER_error(void);
union u { unsigned long long all; struct { unsigned low, high; } part; };
static union u set_low(union u u, unsigned low) {
  u.part.low = low;
  return u;
}
int main(void) {
  union u u = {0x0123456789abcdefULL};
  u = set_low(u, 7);
  if (!(u.all == 7ULL)) __VERIFIER_error();
  return 0;
}
