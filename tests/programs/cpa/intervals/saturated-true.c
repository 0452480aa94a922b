// expect: true bits: both
// a number that goes up to a bound and begins again, in a loop that has no end of its own
// native: small
// decided: value cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) {
    if (x < 10) x++;
    else x = 0;
    if (x > 10 || x < 0) reach_error();
  }
  return 0;
}
