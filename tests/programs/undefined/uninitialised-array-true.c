// expect: true bits: both
// what is read of the array is what was filled
// args: --check ub
// native: memory
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[8];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8) return 0;
  for (int i = 0; i < n; i++) a[i] = i;
  int s = 0;
  for (int i = 0; i < n; i++) s ^= a[i];
  if (s == 4) return 1;
  return 0;
}
