// expect: false bits: both
// the postfix operator gives the old value
extern void __VERIFIER_error(void);
int main(void) {
  int a = 5, b, c;
  b = a++ + 1;
  c = --a * 2;
  a <<= 2;
  a |= 3;
  a %= 7;
  b -= c = 4;
  if (!(a == 2 && b == 3 && c == 4)) __VERIFIER_error();
  return 0;
}
