// expect: true bits: both
// the assumption bounds a sum in every iteration
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int sum = 0;
  while (__VERIFIER_nondet_int()) {
    sum += __VERIFIER_nondet_uchar();
    __VERIFIER_assume(sum <= 1000);
  }
  if (sum > 1000) reach_error();
  return 0;
}
