// expect: false bits: both
// an index one too large
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {1, 2, 3, 4}, i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4) return 0;
  return a[i];
}
