// expect: false bits: both
// three bits hold at most seven
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
struct b { unsigned a : 3, b : 5, c : 24; };
int main(void) {
  struct b b = {7, 31, 0xffffff};
  b.a++;
  b.b += 2;
  assert(b.a == 8 && b.b == 1 && b.c == 0xffffff);
  return 0;
}
