// expect: true bits: both
// the bits that were set decide the order, of unsigned and of signed numbers
// args: --check ub
// native: no
int main(void) {
  unsigned x, z;
  unsigned y = (x & 0xff) | 0x100;
  int s = (int)((x & 0xff) | 0x80000000), positive = (int)(x & 0x7fffffff);
  int n = 0;
  if (y >= 0x100) n++;
  if ((x >> 28) < 16) n++;
  if (s < 0 && positive >= 0 && positive > s) n++;
  if ((z & 15) <= y) n++;
  return n - 4;
  return 0;
}
