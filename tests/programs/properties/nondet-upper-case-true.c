// expect: true bits: both
// inputs by their upper-case names
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_U32(void);
extern signed char __VERIFIER_nondet_S8(void);
extern unsigned char __VERIFIER_nondet_U8(void);
extern short __VERIFIER_nondet_S16(void);
int main(void) {
  int a = __VERIFIER_nondet_S8(), b = __VERIFIER_nondet_U8(), c = __VERIFIER_nondet_S16();
  unsigned u = __VERIFIER_nondet_U32();
  if (!(a >= -128 && b >= 0 && b < 256 && c < 32768 && u / 2 <= 0x7fffffffu)) reach_error();
  return 0;
}
