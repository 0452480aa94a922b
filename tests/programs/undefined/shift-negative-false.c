// expect: false bits: both
// a shift by a negative number
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n < 4 ? 100 >> n : 0;
}
