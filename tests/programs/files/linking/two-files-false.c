// expect: false bits: both
// the other file counts
// files: parts/counter.c
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
extern int count;
extern int step(int by);
int own(int n) { return n + 1; }
int main(void) {
  step(2);
  step(3);
  assert(count == 5);
  return 0;
}
