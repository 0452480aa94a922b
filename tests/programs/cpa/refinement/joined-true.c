// expect: true bits: both
// where the branches meet the invariant of the loop does not hold, but what leads to it does
// decided: cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void check(int condition) {
  if (!condition) reach_error();
}
int main(void) {
  unsigned x = 0;
  while (x < 0x0fffffff) {
    if (__VERIFIER_nondet_int()) x += 5;
    else x += 3;
    x++;
  }
  check(x % 2 == 0);
  return 0;
}
