// expect: false bits: both
// a number that is none is unlike itself and not ordered
// inputs: nan
// decided: value cpa
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x != x) reach_error();
  return 0;
}
