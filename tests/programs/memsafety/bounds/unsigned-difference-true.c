// expect: true bits: both
// there is a last element only if there are elements
// args: --check memory
// native: no
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char a[8] = {0};
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 8 || n == 0) return 0;
  return a[n - 1];
}
