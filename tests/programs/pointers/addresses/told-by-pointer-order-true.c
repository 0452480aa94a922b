// expect: true bits: both
// pointers that are made from numbers are compared with an address: they tell it bit by bit
extern void reach_error(void);
char x[4];
int main(void) {
  unsigned long sum = 0, copy = 0, step = 1UL << (8 * sizeof sum - 1), power = step;
  for (unsigned i = 0; i < 8 * sizeof sum; i++) {
    if ((char *)(sum + step) <= x) {
      sum += step;
      copy += power;
    }
    step /= 2;
    power /= 2;
  }
  *(char *)copy = 5;
  if (x[0] != 5) reach_error();
  return 0;
}
