// expect: false bits: both
// it does not round down
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
int main(void) {
  int a = -7, b = 2;
  assert(a / b == -4 && a % b == -1 && 7 / -2 == -3 && 7 % -2 == 1 && -7 % -2 == -1);
  assert((unsigned)a / 2 == 2147483644u && (unsigned)a % 10 == 9);
  return 0;
}
