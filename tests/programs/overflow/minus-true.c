// expect: true bits: both
// all others have
// args: --check overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -2147483647) return 0;
  if (x < 0) x = -x;
  return x >= 0;
}
