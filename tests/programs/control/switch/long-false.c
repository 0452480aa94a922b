// expect: false bits: both
// the large case is not the small one
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
static int f(long long n) {
  switch (n) {
    case 1: return 1;
    case 0x100000001LL: return 2;
    case -1: return 3;
  }
  return 0;
}
int main(void) {
  assert(f(0x100000001LL) == 1 && f(1) == 1 && f(0xffffffffLL) == 0 && f(-1) == 3);
  return 0;
}
