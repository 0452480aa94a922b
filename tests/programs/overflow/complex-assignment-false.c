// expect: false bits: both
// an int is added to as a complex integer
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 100) return 0;
  x += (_Complex int)2147483600 + 1i;
  return x;
}
