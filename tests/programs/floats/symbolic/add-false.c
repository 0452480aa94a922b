// expect: false bits: both
// adding a tiny number to a large float may not change it
// inputs: 1.0
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 1.0f && x <= 2.0f)) return 0;
  float y = x + 1e-9f;
  assert(y > x);
  return 0;
}
