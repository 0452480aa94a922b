// expect: false bits: both
// half of a short, in an array of characters
// args: --check ub
// violates: undefined-behaviour
// native: undefined
int main(void) {
  char bytes[4] = {1, 2, 3, 4};
  short *p = (short *)&bytes[1];
  return *p == 0;
}
