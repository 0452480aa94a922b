// expect: true bits: both
// for, while and do with break and continue
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
int main(void) {
  int even = 0, rounds = 0, i = 0;
  for (i = 0;; i++) {
    if (i == 9) break;
    if (i % 2) continue;
    even++;
  }
  do rounds++; while (rounds < 0);
  while (i-- > 5) rounds++;
  assert(even == 5 && rounds == 5 && i == 4);
  return 0;
}
