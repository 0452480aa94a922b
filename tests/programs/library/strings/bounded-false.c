// expect: false bits: both
// strncpy does not end a string that is too long
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
typedef __SIZE_TYPE__ size_t;
extern char *strncpy(char *, const char *, size_t), *strncat(char *, const char *, size_t);
extern int strncmp(const char *, const char *, size_t);
int main(void) {
  char b[8] = "zzzzzzz";
  strncpy(b, "ab", 5);
  assert(b[1] == 'b' && b[2] == 0 && b[4] == 0 && b[5] == 'z');
  strncpy(b, "abcdef", 3);
  assert(b[2] == 'c' && b[3] == 0);
  strncpy(b, "xyz", 2);
  assert(b[2] == 0);
  strncat(b, "123", 2);
  assert(b[4] == '2' && b[5] == 0 && strncmp("abcd", "abxx", 2) == 0 && strncmp("abcd", "abxx", 3) < 0);
  return 0;
}
