// expect: true bits: both
// an array of pointers to locals
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
int main(void) {
  int x = 1, y = 2, z = 3;
  int *p[3] = {&x, &y, &z};
  for (int i = 0; i < 3; i++) *p[i] *= 10;
  assert(x == 10 && y == 20 && *p[2] == 30);
  return 0;
}
