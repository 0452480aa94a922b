// expect: true bits: both
// a number that is none is unlike itself and not ordered
// decided: cpa
// undecided: value
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x != x && x >= 0.0f) reach_error();
  return 0;
}
