// expect: false bits: both
// an array that is not there is accessed far from address zero
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
static int data[2000];
int main(void) {
  int *p = __VERIFIER_nondet_int() == 12 ? 0 : data, i = __VERIFIER_nondet_int();
  if (i < 1500 || i >= 2000) return 0;
  return p[i];
}
