// expect: false bits: both
// a bit-field beside those that were set
// args: --check ub
// violates: undefined-behaviour
// native: memory
struct b {
  unsigned a : 3, b : 5, c : 9;
};
int main(void) {
  struct b x;
  x.a = 3;
  x.c = 100;
  if (x.b == 3 && x.c > 50) return 1;
  return 0;
}
