// expect: false bits: both
// two loops lead to the error: one of them is folded, the other one reaches it
// inputs: 1 0
// native: small
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, i = 0;
  if (__VERIFIER_nondet_int()) {
    for (; i < n; i++) x++;
  } else {
    for (; i < n; i++) x += 2;
  }
  if (x != i) reach_error();
  return 0;
}
