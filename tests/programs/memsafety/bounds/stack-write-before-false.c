// expect: false bits: both
// when nothing was counted, what lies before the array is written
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[3] = {0}, *p = a, count = 0;
  for (int i = 0; i < 3; i++)
    if (__VERIFIER_nondet_int() > 0) count++;
  p[count - 1] = 1;
  return a[0];
}
