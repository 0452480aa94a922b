// expect: true bits: both
// zero or more
// args: --check ub
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x >= 0 && x < 5 ? (x << 1) > 2 : 0;
}
