// expect: true bits: both
// by none
// args: --check ub
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n < 4 && n >= 0 ? 100 >> n : 0;
}
