// expect: false bits: both
// two of them point to the same variable
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
int main(void) {
  int x = 1, y = 2, z = 3;
  int *p[3] = {&x, &y, &x};
  for (int i = 0; i < 3; i++) *p[i] *= 10;
  assert(x == 10 && y == 20 && *p[2] == 10);
  return 0;
}
