// expect: false bits: both
// a compound assignment through a null pointer
// args: --check ub
// violates: undefined-behaviour
// inputs: 7
// native: address
extern int __VERIFIER_nondet_int(void);
static unsigned object;
int main(void) {
  unsigned *p = __VERIFIER_nondet_int() == 7 ? 0 : &object;
  *p += 2;
  return 0;
}
