// expect: true bits: both
// comma, conditional with nested conditions, GNU's omitted middle
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
static int n;
static int tick(void) { return ++n; }
int main(void) {
  int a = (tick(), tick(), 5), b = a > 3 ? a > 4 ? 1 : 2 : 3, c = tick() ?: -1;
  assert(a == 5 && b == 1 && c == 3 && n == 3);
  return 0;
}
