// expect: true bits: both
// zeros are equal, and yet not the same value
// decided: value cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  double z = 0.0;
  int n = 0;
  while (n < 4 && __VERIFIER_nondet_int()) {
    z = -z;
    n++;
  }
  if (-0.0 != z || n > 4) reach_error();
  return 0;
}
