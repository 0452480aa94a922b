// expect: false bits: both
// a read behind an array, from the address of its second element
// args: --check ub
// violates: undefined-behaviour
// inputs: 3
// native: address
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {0};
  int i = __VERIFIER_nondet_int();
  if (i < -1 || i > 3) return 0;
  if ((&a[1])[i]) return 1;
  return 0;
}
