// expect: false bits: both
// one of the inputs is counted twice
// native: small
// inputs: 2 3 1
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned taken = 0, left = 0, i = 0, n = __VERIFIER_nondet_uint();
  while (i < n) {
    int c = __VERIFIER_nondet_int();
    if (c > 3) taken++;
    else left += c == 3 ? 2 : 1;
    i++;
  }
  if (taken + left != n) reach_error();
  return 0;
}
