// expect: true bits: both
// variables of inner blocks hide those of outer ones
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
int x = 1;
int main(void) {
  int y = x;
  int x = 2;
  for (int x = 5; x < 6; x++) {
    int y = x;
    y++;
  }
  {
    extern int x;
    y += x;
  }
  assert(x == 2 && y == 2);
  return 0;
}
