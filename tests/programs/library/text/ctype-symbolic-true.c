// expect: true bits: both
// an arbitrary character in upper case is no lower-case letter
extern void __VERIFIER_error(void);
extern int islower(int), toupper(int);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int c = __VERIFIER_nondet_uchar();
  if (!(!islower(toupper(c)) && (toupper(c) == c || islower(c)))) __VERIFIER_error();
  return 0;
}
