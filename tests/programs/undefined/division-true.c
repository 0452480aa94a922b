// expect: true bits: both
// one that is not
// args: --check ub
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x ? 7 / x : 0;
}
