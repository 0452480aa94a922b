// expect: false bits: both
// a carry may come to the bit that decides
// args: --check ub
// violates: undefined-behaviour
// native: no
int main(void) {
  int x;
  int y = (x & 0xff) + 1;
  if (y & 256) return 1;
  return 0;
}
