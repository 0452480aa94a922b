// expect: false bits: both
// the pointer that is returned may be the one behind the end
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
static int *skip(int *p, int n) { return n > 3 ? p + 3 : n < 0 ? p : p + n; }
static int *twice(int *p, int n) { return skip(skip(p, n), 0); }
int main(void) {
  int a[3] = {7, 8, 9};
  return *twice(a, __VERIFIER_nondet_int());
}
