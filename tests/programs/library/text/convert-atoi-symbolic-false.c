// expect: false bits: both
// it may be nine
// inputs: 57
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
extern int atoi(const char *);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char s[2] = {__VERIFIER_nondet_char(), 0};
  if (s[0] < '0' || s[0] > '9') return 0;
  int n = atoi(s);
  assert(n == s[0] - '0' && n < 9);
  return 0;
}
