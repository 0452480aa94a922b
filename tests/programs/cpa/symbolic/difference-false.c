// expect: false bits: both
// b is always five more than a
// decided: cpa
// inputs: 1 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = a + 5;
  while (__VERIFIER_nondet_int()) {
    int c = a;
    a = b;
    b = c;
    if (__VERIFIER_nondet_int()) b += 1, a += 1;
    c = b;
    b = a;
    a = c;
    if (b - a == 5) reach_error();
  }
  return 0;
}
