// expect: false bits: both
// a local of an iteration does not keep what it was
// args: --check ub
// violates: undefined-behaviour
// native: memory
int main(void) {
  for (int i = 0; i < 3; i++) {
    int x;
    if (i == 0) x = 1;
    if (x > 5) return 1;
  }
  return 0;
}
