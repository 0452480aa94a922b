// expect: true bits: both
// what was assumed before the loop is needed after it
// decided: cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int lo = __VERIFIER_nondet_int(), hi = __VERIFIER_nondet_int(), mid = lo;
  if (lo >= hi) return 0;
  while (__VERIFIER_nondet_int()) {
    if (mid < hi) mid++;
  }
  if (mid > hi || hi <= lo) reach_error();
  return 0;
}
