// expect: true bits: both
// three loops, the innermost undoes what it did
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int balance = 0;
  while (__VERIFIER_nondet_int()) {
    while (__VERIFIER_nondet_int()) {
      int k = 0;
      while (k < 4) {
        balance += k < 2 ? 1 : -1;
        k++;
      }
    }
    if (balance != 0) reach_error();
  }
  return 0;
}
