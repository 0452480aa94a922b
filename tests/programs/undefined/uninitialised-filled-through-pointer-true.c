// expect: true bits: both
// A function without a body that is called through a pointer may write what its argument leads to.
// args: --check ub
// native: no
extern int fill(int *);
static int (*volatile filler)(int *) = fill;
int main(void) {
  int x;
  filler(&x);
  if (x) return 1;
  return 0;
}
