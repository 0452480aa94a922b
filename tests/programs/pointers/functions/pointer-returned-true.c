// expect: true bits: both
// a function that returns a pointer to a function
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
static int inc(int n) { return n + 1; }
static int dec(int n) { return n - 1; }
static int (*pick(char c))(int) { return c == '+' ? inc : dec; }
int main(void) {
  int n = 5;
  for (const char *s = "++-+"; *s; s++) n = pick(*s)(n);
  assert(n == 7);
  return 0;
}
