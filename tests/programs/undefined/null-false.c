// expect: false bits: both
// a pointer that may be null
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
static int *find(int *a, int n, int x) {
  for (int i = 0; i < n; i++)
    if (a[i] == x) return a + i;
  return 0;
}
int main(void) {
  int a[3] = {3, 5, 7};
  return *find(a, 3, __VERIFIER_nondet_int());
}
