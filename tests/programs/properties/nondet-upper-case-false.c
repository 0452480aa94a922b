// expect: false bits: both
// a signed byte may be -128
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_U32(void);
extern signed char __VERIFIER_nondet_S8(void);
extern unsigned char __VERIFIER_nondet_U8(void);
extern short __VERIFIER_nondet_S16(void);
int main(void) {
  int a = __VERIFIER_nondet_S8(), b = __VERIFIER_nondet_U8(), c = __VERIFIER_nondet_S16();
  unsigned u = __VERIFIER_nondet_U32();
  if (!(a >= -127 && b >= 0 && b < 256 && c < 32768 && u / 2 <= 0x7fffffffu)) reach_error();
  return 0;
}
