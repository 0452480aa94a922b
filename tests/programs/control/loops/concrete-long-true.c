// expect: true bits: both
// a hundred thousand concrete rounds
extern void __VERIFIER_error(void);
int main(void) {
  unsigned n = 0, odd = 0;
  while (n < 100000) {
    n++;
    odd ^= n & 1;
  }
  if (!(odd == 0 && n == 100000)) __VERIFIER_error();
  return 0;
}
