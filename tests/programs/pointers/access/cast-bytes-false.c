// expect: false bits: both
// the second byte is not the first
extern void __VERIFIER_error(void);
int main(void) {
  int n = 0x01020304;
  unsigned char *p = (unsigned char *)&n;
  if (!(p[0] == 4 && p[1] == 4 && p[3] == 1)) __VERIFIER_error();
  p[2] = 0x7f;
  if (!(n == 0x017f0304)) __VERIFIER_error();
  *(short *)p = -1;
  if (!(n == 0x017fffff)) __VERIFIER_error();
  return 0;
}
