// expect: false bits: both
// the fraction of a negative number is negative
extern void reach_error(void);
extern double modf(double, double *), frexp(double, int *), ldexp(double, int);
extern long lround(double);
extern double nextafter(double, double);
int main(void) {
  double whole;
  int e;
  double part = modf(-3.25, &whole);
  if (!(part == 0.25 && whole == -3)) reach_error();
  if (!(frexp(12, &e) == 0.75 && e == 4 && ldexp(0.75, 4) == 12 && ldexp(1, -1074) > 0 && ldexp(1, -1076) == 0)) reach_error();
  if (!(lround(-2.5) == -3 && nextafter(1, 2) == 1 + 0x1p-52)) reach_error();
  return 0;
}
