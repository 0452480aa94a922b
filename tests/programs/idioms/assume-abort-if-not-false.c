// expect: false bits: both
// what it does not assume can happen
extern int __VERIFIER_nondet_int(void);
extern void assume_abort_if_not(int condition);
extern void __VERIFIER_assert(int condition);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assume_abort_if_not(x > 6);
  __VERIFIER_assert(x != 7);
  return 0;
}
