// expect: false bits: both
// the parity of the count is not always even
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  unsigned a = 0, b = c;
  for (int i = 0; i < 8; i++) a += (c >> i) & 1;
  b = b - ((b >> 1) & 0x55);
  b = (b & 0x33) + ((b >> 2) & 0x33);
  b = (b + (b >> 4)) & 0x0f;
  if (!(a == b && a % 2 == 0)) reach_error();
  return 0;
}
