// expect: false bits: both
// a negative value is shifted, and fits: undefined, but no overflow
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x >= -1 && x < 5 ? x << 1 : 0;
}
