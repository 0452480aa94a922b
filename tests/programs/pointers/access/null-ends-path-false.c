// expect: false bits: both
// the access is only made when the pointer is not null
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1, *p = __VERIFIER_nondet_int() ? &x : 0;
  if (!p == 0) {
    x = 3;
    assert(x == 1);
  }
  return 0;
}
