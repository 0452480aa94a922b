// expect: true bits: 32
// at the end the counter is the bound, unless the bound is negative
// native: small
// decided: kind
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  unsigned sum = 0;
  while (i < n) {
    sum += 2 * (unsigned)i + 1;
    i++;
  }
  if (i && sum != (unsigned)n * (unsigned)n) reach_error();
  return 0;
}
