// expect: true bits: both
// a carry cannot come to the bits that decide
// args: --check ub
// native: no
int main(void) {
  int x;
  int y = ((x & 0xff) << 8) + 1, z = (x & 0xff) - 256, p = (x & 0xff) * 256 - 1;
  if ((y & 1) && z < 0 && (p & 1)) return 0;
  return 1;
  return 0;
}
