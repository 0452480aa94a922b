// expect: true bits: both
// an array at the end of a structure has its declared length: inside
// args: --check ub
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
  if (i < 0 || i > 3) return 0;
  outer.inner.a[i] = 1;
  return 0;
}
