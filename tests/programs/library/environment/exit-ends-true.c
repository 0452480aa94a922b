// expect: true bits: both
// nothing after exit and abort is reached
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
extern void exit(int);
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
static void stop(int how) {
  if (how == 1) exit(0);
  if (how == 2) abort();
  if (how == 3) exit(1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 3) return 0;
  stop(n);
  assert(0);
}
