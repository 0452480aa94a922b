// expect: false bits: both
// a sum of at most 70000 numbers
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int s = 0, n = __VERIFIER_nondet_int();
  if (n > 70000) return 0;
  for (int i = 0; i < n; i++) s += 100000;
  return s;
}
