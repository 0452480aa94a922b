// expect: false bits: both
// the second entry skips one step
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 0, steps = 0;
  if (__VERIFIER_nondet_int()) goto second;
first:
  steps++;
second:
  n++;
  steps++;
  if (n < 4) goto first;
  assert(steps == 8 || steps == 8);
  return 0;
}
