// expect: true bits: both
// an input is read in every iteration, and the sum of what is taken and left is the number of iterations
// native: small
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned taken = 0, left = 0, i = 0, n = __VERIFIER_nondet_uint();
  while (i < n) {
    int c = __VERIFIER_nondet_int();
    if (c > 3) taken++;
    else left++;
    i++;
  }
  if (taken + left != n) reach_error();
  return 0;
}
