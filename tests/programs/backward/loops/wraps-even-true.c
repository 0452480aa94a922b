// expect: true bits: both
// adding two to an even number that wraps leaves it even
// native: small
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = 0, n = __VERIFIER_nondet_uint();
  while (n > 0) {
    x += 2;
    n -= 1;
  }
  if (x % 2 == 1) reach_error();
  return 0;
}
