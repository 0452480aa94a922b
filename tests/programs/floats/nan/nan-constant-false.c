// expect: false bits: both
// constant NaNs keep sign and payload in memory
#include <math.h>
#include <string.h>
extern void reach_error(void);

double plus = NAN, minus = -NAN;
float small = -NAN;
long double large = -NAN;
static unsigned long long bits(const double *d) {
  unsigned long long u;
  memcpy(&u, d, 8);
  return u;
}
int main(void) {
  if (bits(&plus) != 0x7ff8000000000000) reach_error();
  if (bits(&minus) >> 63 == 1) reach_error();
  unsigned u;
  memcpy(&u, &small, 4);
  if (u != 0xffc00000u) reach_error();
  unsigned char c[10];
  memcpy(c, &large, 10);
  if (c[9] != 0xff) reach_error();
  if (!signbit(copysign(1.0, -NAN)) || signbit(copysign(1.0, NAN))) reach_error();
  double *p = &plus;
  *p = -NAN;
  if (bits(p) >> 63 != 1) reach_error();
  return 0;
}
