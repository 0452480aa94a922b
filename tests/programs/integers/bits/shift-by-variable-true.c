// expect: true bits: both
// shifting by an input within the width
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned s = __VERIFIER_nondet_uint(), n = 3;
  if (s > 30) return 0;
  unsigned r = n << s;
  assert(r >> s == n);
  return 0;
}
