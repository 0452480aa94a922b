// expect: false bits: both
// a function may leave its result unset
// args: --check ub
// violates: undefined-behaviour
// native: memory
extern int __VERIFIER_nondet_int(void);
int f(int *out) {
  if (__VERIFIER_nondet_int()) return 0;
  *out = 5;
  return 1;
}
int main(void) {
  int v;
  f(&v);
  if (v == 5) return 1;
  return 0;
}
