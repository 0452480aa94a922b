// expect: true bits: both
// what the first branch did is known by the condition, which is asked again
// decided: cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int taken = __VERIFIER_nondet_int(), released = __VERIFIER_nondet_int(), lock = 0;
  if (taken) lock = 1;
  if (__VERIFIER_nondet_int()) released = !released;
  if (taken) {
    if (lock != 1) reach_error();
    lock = 0;
  }
  if (lock && taken) reach_error();
  return 0;
}
