// expect: false bits: both
// adding three does not
// native: small
// inputs: 1
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = 0, n = __VERIFIER_nondet_uint();
  while (n > 0) {
    x += 3;
    n -= 1;
  }
  if (x % 2 == 1) reach_error();
  return 0;
}
