// expect: false bits: both
// a tenth is not exact
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
int main(void) {
  double a = 0.1, b = 0.2;
  float f = 0.1f, g = 16777216.0f;
  assert(a + b == 0.3 && a + a == b && f != a && (float)a == f);
  assert((float)(g + 1.0f) == g && 1.0 / 4 == 0.25);
  return 0;
}
