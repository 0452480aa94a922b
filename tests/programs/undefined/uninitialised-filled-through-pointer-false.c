// expect: false bits: both
// The function that is called through a pointer writes nothing.
// args: --check ub
// violates: undefined-behaviour
// native: no
static int fill(int *x) { return x != 0; }
static int (*volatile filler)(int *) = fill;
int main(void) {
  int x;
  filler(&x);
  if (x) return 1;
  return 0;
}
