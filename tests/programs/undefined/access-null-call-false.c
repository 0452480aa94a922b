// expect: false bits: both
// a call through a null pointer
// args: --check ub
// violates: undefined-behaviour
// inputs: 0
// native: address
extern int __VERIFIER_nondet_int(void);
static int one(void) { return 1; }
int main(void) {
  int (*f)(void) = __VERIFIER_nondet_int() ? one : 0;
  return f() - 1;
}
