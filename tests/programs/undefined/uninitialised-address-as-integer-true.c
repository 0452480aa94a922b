// expect: true bits: both
// A function without a body that gets an address as a number may write there, as ioctl does.
// args: --check ub
// native: no
extern int control(int, unsigned long, unsigned long);
int main(void) {
  int x[2];
  control(1, 2, (unsigned long)x);
  if (x[1]) return 1;
  return 0;
}
