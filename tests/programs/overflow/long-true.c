// expect: true bits: both
// a product in long long
// args: --check overflow
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 100000) return 0;
  long long bytes = x * 100000LL;
  return bytes > 5;
}
