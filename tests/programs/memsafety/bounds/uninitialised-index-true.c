// expect: true bits: both
// the index has a value in any case
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[10] = {0};
  int i = 9;
  int n = __VERIFIER_nondet_int();
  if (n >= 0) i = n % 10;
  return a[i];
}
