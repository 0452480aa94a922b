// expect: false bits: both
// the sum of the tenths is a little less than one
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
int main(void) {
  double t = 0, e = 0;
  for (int i = 0; i < 10; i++) t += 0.1;
  for (int i = 0; i < 8; i++) e += 0.125;
  assert(e == 1 && t == 1);
  return 0;
}
