// expect: true bits: both
// the bits of a float in a union
extern void reach_error(void);
union u { float f; unsigned int n; };
int main(void) {
  union u u;
  u.f = -1.5f;
  if (!(u.n == 0xbfc00000u)) reach_error();
  u.n = 0x40490fdbu;
  if (!(u.f > 3.14159f && u.f < 3.1416f)) reach_error();
  return 0;
}
