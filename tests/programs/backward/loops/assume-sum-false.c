// expect: false bits: both
// it is made before the sum changes
// inputs: 1 255 1 255 1 255 1 255 0
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int sum = 0;
  while (__VERIFIER_nondet_int()) {
    __VERIFIER_assume(sum <= 1000);
    sum += __VERIFIER_nondet_uchar();
  }
  if (sum > 1000) reach_error();
  return 0;
}
