// expect: false bits: both
// a write to the element behind the end of an array of variable length
// args: --check ub
// violates: undefined-behaviour
// inputs: 4
// native: address
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 4;
  int a[n];
  a[0] = a[1] = a[2] = a[3] = 0;
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4) return 0;
  a[i]--;
  return 0;
}
