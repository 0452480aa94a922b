// expect: false bits: both
// the sign bit is the highest one
extern void reach_error(void);
union u { float f; unsigned int n; };
int main(void) {
  union u u;
  u.f = -1.5f;
  if (!(u.n == 0x3fc00000u)) reach_error();
  u.n = 0x40490fdbu;
  if (!(u.f > 3.14159f && u.f < 3.1416f)) reach_error();
  return 0;
}
