// expect: true bits: both
// two loops lead to the error: an invariant of one of them is not enough
// native: small
// decided: kind bself
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, i = 0;
  if (__VERIFIER_nondet_int()) {
    for (; i < n; i++) x++;
  } else {
    for (; i < n; i++) x++;
  }
  if (x != i) reach_error();
  return 0;
}
