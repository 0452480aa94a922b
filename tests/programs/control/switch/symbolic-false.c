// expect: false bits: both
// the default is reachable
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  int r = -1;
  switch (c & 3) {
    case 0: r = 0; break;
    case 1: r = 1; break;
    case 2: r = 2; break;
    default: r = -2; break;
  }
  if (!(r == (c & 3))) reach_error();
  return 0;
}
