// expect: false bits: both
// the end of a range belongs to it
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
static int class(int c) {
  switch (c) {
    case '0' ... '9': return 1;
    case 'a' ... 'f': case 'A' ... 'F': return 2;
    case -10 ... -1: return 3;
  }
  return 0;
}
int main(void) {
  assert(class('9') == 0 && class('f') == 2 && class('G') == 0 && class(-10) == 3 && class(-11) == 0);
  return 0;
}
