// expect: true bits: both
// compound assignments and increments, their values and their side effects
extern void __VERIFIER_error(void);
int main(void) {
  int a = 5, b, c;
  b = a++ + 1;
  c = --a * 2;
  a <<= 2;
  a |= 3;
  a %= 7;
  b -= c = 4;
  if (!(a == 2 && b == 2 && c == 4)) __VERIFIER_error();
  return 0;
}
