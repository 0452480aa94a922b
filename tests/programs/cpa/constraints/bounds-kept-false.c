// expect: false bits: both
// what was assumed before the loop is needed after it
// inputs: 1 9 1 1 1 1 1 1 1 1 1 0
// decided: cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int lo = __VERIFIER_nondet_int(), hi = __VERIFIER_nondet_int(), mid = lo;
  if (lo >= hi) return 0;
  while (__VERIFIER_nondet_int()) {
    if (mid < hi) mid++;
  }
  if (mid > hi || hi <= lo || (mid == hi && hi > lo + 7)) reach_error();
  return 0;
}
