// expect: false bits: both
// a bit shifted into the sign and beyond
// args: --check ub
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x > 0 ? x << 4 : 0;
}
