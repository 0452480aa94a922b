// expect: false bits: both
// main calls itself: what the inner call returns was not initialised, and the outer one returns it
// args: --check ub
// violates: undefined-behaviour
// native: no
static int depth;
int main(void) {
  int x;
  if (depth++ == 0) x = main();
  return x;
}
