// expect: true bits: both
// a store at an arbitrary index changes one element at most
extern void __VERIFIER_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int a[8] = {0};
  unsigned i = __VERIFIER_nondet_uint() % 8;
  a[i] = 1;
  int sum = 0;
  for (int k = 0; k < 8; k++) sum += a[k];
  if (!(sum == 1)) __VERIFIER_error();
  return 0;
}
