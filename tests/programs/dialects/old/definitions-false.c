// expect: false bits: both
// the char parameter keeps its sign
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
static int mix(c, f, p) char c; float f; int *p; { return c + (int)(f * 2) + *p; }
int main() {
  int n = 100;
  assert(mix(-3, 1.5, &n) == 103);
  return 0;
}
