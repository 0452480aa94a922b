// expect: false bits: both
// it counts to ten
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
int main(void) {
  volatile int i;
  int n = 0;
  for (i = 0; i < 10; i++) n += i;
  assert(n == 45 && i == 9);
  return 0;
}
