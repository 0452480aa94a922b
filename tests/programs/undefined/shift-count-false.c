// expect: false bits: both
// a shift by as many bits as there are
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n >= 0 && n <= 32 ? (int)(1u << n) : 0;
}
