// expect: true bits: both
// an index that is not known is below four: cells beyond it stay
// decided: value cpa
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int t[8];
int main(void) {
  for (int i = 0; i < 8; i++) t[i] = 9;
  unsigned i = __VERIFIER_nondet_uint();
  t[i & 3] = 1;
  if (t[4] != 9) reach_error();
  return 0;
}
