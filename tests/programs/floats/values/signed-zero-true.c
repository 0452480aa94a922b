// expect: true bits: both
// the two zeros are equal, but their reciprocals are not
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
int main(void) {
  volatile double zero = 0.0;
  double minus = -zero;
  assert(zero == minus && 1 / minus < 0 && 1 / zero != 1 / minus);
  assert(__builtin_signbit(minus) && !__builtin_signbit(minus + zero));
  return 0;
}
