// expect: unknown bits: both
// The compiler may take (a + b) - a for b, and does so with optimisation.
// native: no
extern void reach_error(void);
#pragma float_control(precise, off)
double sum(double a, double b) { return (a + b) - a; }
#pragma float_control(precise, on)
int main(void) {
  volatile double a = 1e20, b = 1;
  if (sum(a, b) != 0) reach_error();
}
