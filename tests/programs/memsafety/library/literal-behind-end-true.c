// expect: true bits: both
// the zero byte belongs to the literal
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  const char *s = "abc";
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
  return s[i];
}
