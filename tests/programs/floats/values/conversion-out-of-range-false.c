// expect: false bits: 64
// undefined in C, but compilers for x86 agree on what a float becomes that does not fit: the low bits of a wider conversion
extern void reach_error(void);

static float f = 300.5f, g = 70000.0f;
static double d = -300.5, e = 1e10;
static long double l = 70000.0L;

int main(void) {
  if ((unsigned char)f != 44 || (signed char)f != 44 || (short)g != 4464 || (unsigned short)d != 65236) return 0;
  if ((unsigned)d != 4294966996u || (unsigned)e != 1410065408u || (int)e != -2147483647 - 1) return 0;
  if ((short)l != -32768 || (unsigned short)l != 4464 || (signed char)l != 0) return 0;
  reach_error();
  return 0;
}
