// expect: false bits: both
// it may change the one that is looked at
extern void __VERIFIER_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int a[8] = {0};
  unsigned i = __VERIFIER_nondet_uint() % 8;
  a[i] = 1;
  int sum = 0;
  for (int k = 0; k < 8; k++) sum += a[k];
  if (!(a[3] == 0)) __VERIFIER_error();
  return 0;
}
