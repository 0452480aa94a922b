// expect: false bits: both
// the increment of the element behind the end of an array
// args: --check ub
// violates: undefined-behaviour
// inputs: 4
// native: address
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {0};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4) return 0;
  a[i]++;
  return 0;
}
