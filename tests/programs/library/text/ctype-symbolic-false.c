// expect: false bits: both
// it may be the same as before
extern void __VERIFIER_error(void);
extern int islower(int), toupper(int);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int c = __VERIFIER_nondet_uchar();
  if (!(!islower(toupper(c)) && toupper(c) != c)) __VERIFIER_error();
  return 0;
}
