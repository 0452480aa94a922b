// expect: false bits: both
// nothing ends the walk
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
static int length(const char *s) {
  const char *p = s;
  while (*p) p++;
  return (int)(p - s);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1) n = 1;
  char *s = __builtin_alloca((unsigned)n);
  for (int i = 0; i < n - 1; i++) s[i] = __VERIFIER_nondet_char();

  return length(s);
}
