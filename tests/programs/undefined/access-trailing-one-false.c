// expect: false bits: both
// an array of one element that more members follow
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
static struct {
  struct {
    int n;
    int a[1];
  } inner;
  int more[4];
} outer;
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 1) return 0;
  outer.inner.a[i] = 1;
  return 0;
}
