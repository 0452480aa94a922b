// expect: true bits: both
// the depth of the recursion is an input, below four
// decided: cpa
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int depth(unsigned n) {
  if (!n) return 0;
  return depth(n - 1) + 1;
}
int main(void) {
  int r = depth(__VERIFIER_nondet_uint() & 3);
  if (r > 3) reach_error();
  return 0;
}
