// expect: true bits: both
// fabs, floor, ceil, round, trunc, sqrt, fmod and their like
extern void __VERIFIER_error(void);
extern double fabs(double), floor(double), ceil(double), round(double), trunc(double), sqrt(double), fmod(double, double);
extern double fmin(double, double), fmax(double, double), copysign(double, double), rint(double);
extern float sqrtf(float), floorf(float);
int main(void) {
  volatile double h = -2.5;
  if (!(fabs(h) == 2.5 && floor(h) == -3 && ceil(h) == -2 && trunc(h) == -2 && rint(h) == -2)) __VERIFIER_error();
  if (!(round(h) == -3 && sqrt(6.25) == 2.5 && fmod(-7.5, 2) == -1.5 && fmin(1, h) == h && fmax(1, h) == 1)) __VERIFIER_error();
  if (!(copysign(3, h) == -3 && sqrtf(2.0f) >= 1.4142135f && floorf(-0.5f) == -1)) __VERIFIER_error();
  return 0;
}
