// expect: false bits: both
// an imaginary part behind a null pointer
// args: --check ub
// violates: undefined-behaviour
// inputs: 7
// native: address
extern int __VERIFIER_nondet_int(void);
static _Complex double object;
int main(void) {
  _Complex double *p = __VERIFIER_nondet_int() == 7 ? 0 : &object;
  __imag__ *p = 1;
  return 0;
}
