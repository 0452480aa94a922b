// expect: false bits: both
// for zero the caller gets the address of a parameter of the function
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
static void choose(int n, int *fallback, int **out) { *out = n ? fallback : &n; }
int main(void) {
  int a[2] = {1, 2}, *p;
  choose(__VERIFIER_nondet_int(), a, &p);
  return *p;
}
