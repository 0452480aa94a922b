// expect: false bits: both
// the factorial of five is another number
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
int main(void) {
  assert(factorial(5) == 24 && factorial(0) == 1);
  return 0;
}
