// expect: false bits: both
// the size counts the final zero
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
int main(void) {
  const char *s = "ab" "cd";
  char t[] = "x\0y\n\x41\101";
  assert(sizeof t == 6 && t[1] == 0 && t[2] == 'y' && t[3] == 10 && t[4] == 65 && t[5] == t[4]);
  assert(s[3] == 'd' && s[4] == 0 && sizeof "abc" == 4 && "hello"[1] == 'e');
  return 0;
}
