// expect: false bits: both
// each arrives in its place
extern void __VERIFIER_error(void);
static long long f(char a, short b, int c, long d, long long e, float g, double h, int i, int j, unsigned char k, int *l, double m) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + (int)g + (int)h + 6 * i + 7 * j + k + *l + (int)m;
}
int main(void) {
  int x = 1000;
  if (!(f(1, 1, 1, 1, 1, 10.f, 20., 1, 1, 255, &x, 30.) == 1 + 2 + 3 + 4 + 5 + 30 + 13 + 255 + 1000 + 29)) __VERIFIER_error();
  return 0;
}
