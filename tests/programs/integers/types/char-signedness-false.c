// expect: false bits: both
// an unsigned char is not
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
int main(void) {
  char c = (char)0xe9;
  unsigned char u = 0xe9;
  assert(c < 0 && c == 0xe9 && u == 0xe9 && (unsigned char)c == u && c != u && '\xe9' == c);
  return 0;
}
