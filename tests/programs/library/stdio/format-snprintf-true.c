// expect: true bits: both
// snprintf writes what fits and says how long it would have been
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
typedef __SIZE_TYPE__ size_t;
extern int snprintf(char *, size_t, const char *, ...), sprintf(char *, const char *, ...);
extern int strcmp(const char *, const char *);
int main(void) {
  char b[8], c[40];
  assert(snprintf(b, sizeof b, "%d-%s", -12, "abcdef") == 10 && strcmp(b, "-12-abc") == 0);
  assert(sprintf(c, "%05u|%x|%c|%-4d|%%", 42u, 255, 'z', 7) == 17 && strcmp(c, "00042|ff|z|7   |%") == 0);
  return 0;
}
