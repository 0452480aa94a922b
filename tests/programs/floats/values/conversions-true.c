// expect: true bits: both
// conversions between floating-point and integer types cut towards zero
extern void reach_error(void);
int main(void) {
  double d = -2.75;
  float f = 3.99f;
  unsigned char c = (unsigned char)200.9;
  long long big = (long long)1e15;
  if (!((int)d == -2 && (int)f == 3 && c == 200 && big == 1000000000000000LL)) reach_error();
  if (!((float)16777217 == 16777216.0f && (double)16777217 == 16777217.0 && (unsigned)3e9 == 3000000000u)) reach_error();
  if (!((float)0xffffff7fffffffffULL == 0x1.fffffep63f && (double)-1LL == -1.0)) reach_error();
  return 0;
}
