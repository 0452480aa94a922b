// expect: true bits: both
// integers of odd widths in structures, arrays and unions
// native: no
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct odd { unsigned _BitInt(17) a; _BitInt(5) b; _BitInt(37) c; };
unsigned _BitInt(70) wide = 1;
_BitInt(24) array[4] = {1, -2, 3, -4};
int main(void) {
  struct odd s = {0x1ffff, -3, 0x234567890};
  s.a += 1;
  s.b *= 5;
  if (s.a != 0 || s.b != (_BitInt(5))-15 || s.c != 0x234567890) reach_error();
  wide <<= 65;
  if (wide >> 60 != 32) reach_error();
  _BitInt(24) *p = array + (__VERIFIER_nondet_int() & 3);
  *p = 0x7fffff;
  *p += 1;
  if (*p >= 0) reach_error();
  return 0;
}
