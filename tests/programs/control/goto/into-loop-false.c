// expect: false bits: both
// the first round skips the first statement
extern void __VERIFIER_error(void);
int main(void) {
  int i = 0, a = 0, b = 0;
  goto middle;
  while (i < 3) {
    a++;
  middle:
    b++;
    i++;
  }
  if (!(a == 3 && b == 3)) __VERIFIER_error();
  return 0;
}
