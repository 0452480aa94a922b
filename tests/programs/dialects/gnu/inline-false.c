// expect: false bits: both
// each of them adds
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
static inline int a(int n) { return n + 1; }
extern inline __attribute__((gnu_inline)) int b(int n) { return n + 2; }
int b(int n) { return n + 20; }
static __inline__ __attribute__((always_inline)) int c(int n) { return n + 3; }
inline int d(int n) { return n + 4; }
extern int d(int n);
int main(void) {
  assert(a(0) == 1 && b(0) == 30 && c(0) == 3 && d(0) == 4);
  return 0;
}
