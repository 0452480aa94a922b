// expect: true bits: both
// _Bool is 0 or 1, whatever is stored
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
int main(void) {
  _Bool a = 256, b = 0.5, c = (void *)0, d = -3;
  char truncated = (char)256;
  d++;
  assert(a == 1 && b == 1 && c == 0 && d == 1 && truncated == 0 && sizeof(_Bool) == 1);
  assert(a + b + d == 3 && !c && (_Bool)"" == 1);
  return 0;
}
