// expect: true bits: both
// something is written only after something was counted
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[3] = {0}, *p = a, count = 0;
  for (int i = 0; i < 3; i++)
    if (__VERIFIER_nondet_int() > 0) count++;
  if (count > 0) p[count - 1] = 1;
  return a[0];
}
