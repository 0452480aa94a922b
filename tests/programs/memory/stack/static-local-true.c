// expect: true bits: both
// a static local keeps its value between calls
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
static int next(void) {
  static int n = 10;
  return n++;
}
static int *counter(void) {
  static int n;
  return &n;
}
int main(void) {
  next();
  next();
  ++*counter();
  ++*counter();
  assert(next() == 12 && *counter() == 2);
  return 0;
}
