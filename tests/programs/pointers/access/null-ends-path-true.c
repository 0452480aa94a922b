// expect: true bits: both
// what comes after an access through a null pointer is not reached
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1, *p = __VERIFIER_nondet_int() ? &x : 0;
  if (p == 0) {
    *p = 3;
    assert(0);
  }
  return 0;
}
