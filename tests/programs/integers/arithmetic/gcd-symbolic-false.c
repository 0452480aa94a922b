// expect: false bits: both
// the result may be larger than one
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uchar() % 8 + 1, b = __VERIFIER_nondet_uchar() % 4 + 1, x = a, y = b;
  while (y) {
    unsigned t = x % y;
    x = y;
    y = t;
  }
  assert(a % x == 0 && b % x == 0 && x < 2);
  return 0;
}
