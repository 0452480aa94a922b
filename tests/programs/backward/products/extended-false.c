// expect: false bits: 32
// the identity holds modulo 2^16, not of the numbers as they are extended: the sum wraps in iteration 362
// native: no
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned short i = 0, sum = 0;
  while (i < 400 && __VERIFIER_nondet_int()) {
    i++;
    sum += i;
  }
  if (2 * (unsigned)sum != (unsigned)i * (i + 1u)) reach_error();
  return 0;
}
