// expect: true bits: both
// what was a byte stays in its range
// decided: cpa
// undecided: value
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = __VERIFIER_nondet_uchar();
  while (__VERIFIER_nondet_int()) {
    x ^= 1;
    if (x > 255 || x < 0) reach_error();
  }
  return 0;
}
