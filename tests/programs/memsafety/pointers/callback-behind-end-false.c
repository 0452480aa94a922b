// expect: false bits: both
// one of the functions writes the element behind the one that it got
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
static void clear(int *p) { *p = 0; }
static void mark(int *p) { p[1] = 1; }
static void each(int *a, int n, void (*f)(int *)) {
  for (int i = 0; i < n; i++) f(&a[i]);
}
int main(void) {
  int a[3];
  each(a, 3, clear);
  each(a, 3, __VERIFIER_nondet_int() ? clear : mark);
  return a[0];
}
