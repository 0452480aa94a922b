// expect: false bits: both
// only a part of the array is filled
// args: --check ub
// violates: undefined-behaviour
// native: memory
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[8];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8) return 0;
  for (int i = 0; i < n; i++) a[i] = i;
  int s = 0;
  for (int i = 0; i < 8; i++) s ^= a[i];
  if (s == 4) return 1;
  return 0;
}
