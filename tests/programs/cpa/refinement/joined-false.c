// expect: false bits: both
// what holds where the branches meet is no invariant of the loop
// decided: cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void check(int condition) {
  if (!condition) reach_error();
}
int main(void) {
  unsigned x = 0;
  while (x < 7) {
    if (__VERIFIER_nondet_int()) x += 5;
    else x += 3;
    x++;
  }
  check(x % 2);
  return 0;
}
