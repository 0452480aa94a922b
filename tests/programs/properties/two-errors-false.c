// expect: false bits: both
// the second does not
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = 0;
  if (a > 3) b = 1;
  assert(b == 0 || a > 3);
  assert(b == 1 || a <= 2);
  return 0;
}
