// expect: false bits: both
// behind the zero byte the literal has ended
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  const char *s = "abc";
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4) return 0;
  return s[i];
}
