// expect: false bits: both
// the sentinel may be overwritten, and the search goes on behind the array
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[5] = {3, 1, 4, 1, -1}, i = __VERIFIER_nondet_int();
  if (i >= 0 && i < 5) a[i] = 9;
  const int *p = a;
  while (*p != -1) p++;
  return (int)(p - a);
}
