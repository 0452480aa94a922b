// expect: false bits: both
// where nothing is found, the pointer behind the end is read
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
static int a[3] = {10, 20, 30};
static int *find(int x) {
  int *p = a;
  while (p != a + 3 && *p != x) p++;
  return p;
}
int main(void) {
  int *p = find(__VERIFIER_nondet_int());
  return *p;
}
