// expect: true bits: both
// explicit values of floats are rounded as C says
// decided: value cpa
extern void reach_error(void);
int main(void) {
  double a = 0.1, b = 0.2, s = a + b;
  if (s == 0.3) reach_error();
  return 0;
}
