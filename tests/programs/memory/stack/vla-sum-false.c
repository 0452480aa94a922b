// expect: false bits: both
// the sum of the first n numbers is not n times n
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  if (n < 1 || n > 5) return 0;
  int a[n];
  for (int i = 0; i < n; i++) a[i] = i + 1;
  for (int i = 0; i < n; i++) sum += a[i];
  assert(sum == n * n && sizeof a == n * sizeof(int));
  return 0;
}
