// expect: true bits: both
// fesetround chooses how sums are rounded
extern void reach_error(void);
extern int fesetround(int);
extern int fegetround(void);
enum { NEAREST = 0, DOWN = 0x400, UP = 0x800, ZERO = 0xc00 };
int main(void) {
  volatile double one = 1, tiny = 1e-30;
  if (!(fegetround() == NEAREST && one + tiny == 1)) reach_error();
  if (!(fesetround(UP) == 0 && fegetround() == UP)) reach_error();
  double up = one + tiny;
  fesetround(DOWN);
  double down = one + tiny;
  fesetround(ZERO);
  double minus = -one - tiny;
  fesetround(NEAREST);
  if (!(up > 1 && down == 1 && minus == -1)) reach_error();
  return 0;
}
