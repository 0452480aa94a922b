// expect: false bits: both
// a double has not
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
int main(void) {
  long double l = 9007199254740993.0L;
  double d = (double)l;
  assert(l == 9007199254740993LL && d == l && l * l > 8e31L);
  long double third = 1.0L / 3;
  assert(third != (double)(1.0 / 3) && (float)third == 1.0f / 3);
  return 0;
}
