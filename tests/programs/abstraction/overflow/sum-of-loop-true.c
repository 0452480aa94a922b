// expect: true bits: both
// of at most 20000
// args: --check overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int s = 0, n = __VERIFIER_nondet_int();
  if (n > 20000) return 0;
  for (int i = 0; i < n; i++) s += 100000;
  return s;
}
