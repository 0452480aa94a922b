// expect: unknown bits: both
// The compiler may compute a * b - 1 with one rounding, on a processor that can.
// native: no
extern void reach_error(void);
double product(double a, double b) {
#pragma clang fp contract(fast)
  return a * b - 1;
}
int main(void) {
  volatile double a = 1 + 0x1p-30, b = 1 - 0x1p-30;
  if (product(a, b) != 0) reach_error();
}
