// expect: false bits: both
// a number that is neither NaN nor infinite is finite
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float f = __VERIFIER_nondet_float();
  int n = __builtin_isnan(f) + __builtin_isinf_sign(f) * __builtin_isinf_sign(f) + !!__builtin_isfinite(f);
  assert(n == 1 && __builtin_isfinite(f));
  assert(__builtin_fpclassify(0, 1, 4, 3, 2, 0.0f) == 2 && __builtin_fpclassify(0, 1, 4, 3, 2, 1.0f) == 4);
  return 0;
}
