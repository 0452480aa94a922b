// expect: false bits: both
// the relation between the counters is broken after some iterations
// inputs: 1 1 1
// decided: cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned single = 0, twice = 0;
  while (__VERIFIER_nondet_int()) {
    single++;
    twice += single == 3 ? 3 : 2;
    if (twice != 2 * single) reach_error();
  }
  return 0;
}
