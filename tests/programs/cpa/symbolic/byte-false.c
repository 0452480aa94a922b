// expect: false bits: both
// what was a byte reaches the end of its range
// decided: cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = __VERIFIER_nondet_uchar();
  while (__VERIFIER_nondet_int()) {
    x ^= 1;
    if (x > 254) reach_error();
  }
  return 0;
}
