// expect: false bits: both
// the innermost may be left before it undid it
// inputs: 1 1 1 7 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int balance = 0;
  while (__VERIFIER_nondet_int()) {
    while (__VERIFIER_nondet_int()) {
      int k = 0;
      while (k < 4 && __VERIFIER_nondet_int() != 7) {
        balance += k < 2 ? 1 : -1;
        k++;
      }
    }
    if (balance != 0) reach_error();
  }
  return 0;
}
