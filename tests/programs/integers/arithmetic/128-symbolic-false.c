// expect: false bits: 64
// its high half need not be zero
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned __int128 a = __VERIFIER_nondet_uint(), shifted = a << 70;
  assert(shifted >> 70 == a && shifted >> 100 == 0);
  return 0;
}
