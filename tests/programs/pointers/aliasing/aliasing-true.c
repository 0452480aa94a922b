// expect: true bits: both
// two pointers that may point to the same object
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = 1, b = 2;
  int *p = &a, *q = __VERIFIER_nondet_int() ? &a : &b;
  *p = 5;
  *q = 6;
  assert(*q == 6 && (*p == 5 || p == q));
  return 0;
}
