// expect: false bits: both
// it may return anything
// native: no
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
extern int unknown_to_us(int *);
extern void also_unknown(void);
int main(void) {
  int x = 4, r = unknown_to_us(&x);
  also_unknown();
  assert(x == 4 && r != 77);
  return 0;
}
