// expect: true bits: both
// the counters' values refute every path, and never all of them: it takes the relation between the two
// decided: cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned single = 0, twice = 0;
  while (__VERIFIER_nondet_int()) {
    single++;
    twice += 2;
    if (twice != 2 * single) reach_error();
  }
  return 0;
}
