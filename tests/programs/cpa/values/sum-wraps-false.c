// expect: false bits: both
// a sum of unsigned numbers wraps: over integers this could not be
// inputs: 4294967290
// decided: value cpa
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x + 10 < x) reach_error();
  return 0;
}
