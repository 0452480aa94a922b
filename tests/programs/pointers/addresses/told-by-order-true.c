// expect: true bits: both
// comparisons with numbers tell an address, bit by bit
extern void reach_error(void);
int x;
int main(void) {
  unsigned long rest = (unsigned long)&x, copy = 0;
  unsigned long step = 1UL << (8 * sizeof rest - 1), power = step;
  for (unsigned i = 0; i < 8 * sizeof rest; i++) {
    if (rest >= step) {
      rest -= step;
      copy += power;
    }
    step /= 2;
    power /= 2;
  }
  *(int *)copy = 5;
  if (x != 5) reach_error();
  return 0;
}
