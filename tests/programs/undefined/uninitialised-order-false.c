// expect: false bits: both
// the order depends on bits that were not set
// args: --check ub
// violates: undefined-behaviour
// native: memory
int main(void) {
  unsigned x;
  unsigned y = (x & 0x1ff) | 0x100;
  if (y > 0x100) return 1;
  return 0;
}
