// expect: false bits: both
// a result that was not initialised, used by the caller
// args: --check ub
// violates: undefined-behaviour
// native: memory
int g(void) {
  int x;
  return x;
}
int main(void) {
  int y = g();
  if (y > 3) return 1;
  return 0;
}
