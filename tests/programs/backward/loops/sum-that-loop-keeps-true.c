// expect: true bits: both
// the sum of two variables fits in int, and the loop moves what it is made of from one to the other
// args: --check overflow
// native: no
// decided: kind
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (m < 0 || m > 1073741823 || n < 0 || n > 1073741824) return 0;
  while (n > 0) {
    m = m + 1;
    n = n - 1;
  }
  return 0;
}
