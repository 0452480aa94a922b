// expect: false bits: both
// a computed goto to null
// args: --check ub
// violates: undefined-behaviour
// inputs: 2
// native: address
extern int __VERIFIER_nondet_int(void);
int main(void) {
  void *labels[] = {&&first, &&second, 0};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 2) return 0;
  goto *labels[i];
first:
  return 1;
second:
  return 2;
}
