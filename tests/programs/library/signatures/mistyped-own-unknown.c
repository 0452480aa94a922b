// expect: unknown bits: both
// a function of the program that takes an int gets a floating-point number: its parameter is whatever the register has
// native: no
extern void reach_error(void);
int twice();
int main(void) {
  if (twice(1.5) == 2) reach_error();
  return 0;
}
int twice(int x) { return 2 * x; }
