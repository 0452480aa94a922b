// expect: false bits: both
// computed in 32 bits it wraps
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a < 2147483640) return 0;
  int sum = a;
  sum = (int)((unsigned)sum + 10);
  assert(sum > a);
  return 0;
}
