// expect: true bits: both
// the sentinel is the last element and stays there
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[5] = {3, 1, 4, 1, -1}, i = __VERIFIER_nondet_int();
  if (i >= 0 && i < 4) a[i] = 9;
  const int *p = a;
  while (*p != -1) p++;
  return (int)(p - a);
}
