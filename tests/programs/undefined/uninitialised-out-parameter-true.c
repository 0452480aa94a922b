// expect: true bits: both
// the result is used only where it was set
// args: --check ub
// native: memory
extern int __VERIFIER_nondet_int(void);
int f(int *out) {
  if (__VERIFIER_nondet_int()) return 0;
  *out = 5;
  return 1;
}
int main(void) {
  int v;
  if (f(&v) && v == 5) return 1;
  return 0;
}
