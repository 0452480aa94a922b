// expect: false bits: both
// the counter is even at the end
extern void __VERIFIER_error(void);
int main(void) {
  unsigned n = 0, odd = 0;
  while (n < 100000) {
    n++;
    odd ^= n & 1;
  }
  if (!(odd == 1 && n == 100000)) __VERIFIER_error();
  return 0;
}
