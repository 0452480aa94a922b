// expect: false bits: both
// an array at the end of a structure has its declared length
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
static struct {
  struct {
    int n;
    int a[4];
  } inner;
  int more[4];
} outer;
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4) return 0;
  outer.inner.a[i] = 1;
  return 0;
}
