// expect: true bits: 32
// the sum of squares as a polynomial of degree three: the step is an identity modulo 2^32, whatever wraps
// native: small
// decided: kind
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, sum = 0;
  while (i != n) {
    if (6 * sum != i * (i - 1) * (2 * i - 1)) reach_error();
    sum += i * i;
    i++;
  }
  if (6 * sum != n * (n - 1) * (2 * n - 1)) reach_error();
  return 0;
}
