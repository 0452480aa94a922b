// expect: true bits: both
// shifts to the left, arithmetic and logical shifts to the right
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int n = -64;
  unsigned u = 0x80000000u;
  unsigned char s = __VERIFIER_nondet_uchar() & 7;
  assert(n >> 3 == -8 && u >> 31 == 1 && 1u << 31 == u && (u >> s) << s == u && 1LL << 40 == 1099511627776LL);
  assert(n >> s < 0);
  return 0;
}
