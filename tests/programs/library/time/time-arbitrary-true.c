// expect: true bits: both
// time is stored where asked
// native: no
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
extern long time(long *);
int main(void) {
  long t, r = time(&t);
  assert(t == r);
  return 0;
}
