// expect: true bits: both
// a pointer behind the end may be made and compared, but not read
// args: --check memory
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
  return p == a + 3 ? 0 : *p;
}
