// expect: true bits: both
// a float is halved in every iteration and stays in its bounds
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 0.0f && x <= 1.0f)) return 0;
  while (__VERIFIER_nondet_int()) x = x / 2 + 0.25f;
  if (!(x >= 0.0f && x <= 1.0f)) reach_error();
  return 0;
}
