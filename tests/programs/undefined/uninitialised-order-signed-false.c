// expect: false bits: both
// the sign was not set
// args: --check ub
// violates: undefined-behaviour
// native: memory
int main(void) {
  int x;
  if ((x | 0xff) < 0) return 1;
  return 0;
}
