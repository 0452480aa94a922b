// expect: false bits: both
// the innermost pointer was redirected
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
int main(void) {
  int x = 1, y = 2;
  int *p = &x, **pp = &p, ***ppp = &pp;
  **ppp = &y;
  ***ppp = 9;
  assert(x == 9 && y == 2 && p == &y);
  return 0;
}
