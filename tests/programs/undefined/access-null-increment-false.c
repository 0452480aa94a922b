// expect: false bits: both
// the increment of what a null pointer points to
// args: --check ub
// violates: undefined-behaviour
// inputs: 7
// native: address
extern int __VERIFIER_nondet_int(void);
static int object;
int main(void) {
  int *p = __VERIFIER_nondet_int() == 7 ? 0 : &object;
  ++*p;
  return 0;
}
