// expect: false bits: both
// a divisor that was not initialised
// args: --check ub
// violates: undefined-behaviour
// native: memory
int main(void) {
  int x;
  int y = 10 / (x | 1);
  return y == 3;
}
