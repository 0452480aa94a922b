// expect: true bits: both
// cases without break fall through; default may stand first
extern void __VERIFIER_error(void);
static int f(int n) {
  int r = 0;
  switch (n) {
    default: r += 100;
    case 1: r += 1;
    case 2: r += 2; break;
    case 3: r += 3;
  }
  return r;
}
int main(void) {
  if (!(f(1) == 3 && f(2) == 2 && f(3) == 3 && f(77) == 103)) __VERIFIER_error();
  return 0;
}
