// expect: true bits: both
// a preprocessed file
// via: i
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
#define SQUARE(n) ((n) * (n))
int main(void) {
  assert(SQUARE(1 + 2) == 9);
  return 0;
}
