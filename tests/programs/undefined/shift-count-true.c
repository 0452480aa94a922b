// expect: true bits: both
// by less
// args: --check ub
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n >= 0 && n < 32 ? (int)(1u << n) : 0;
}
