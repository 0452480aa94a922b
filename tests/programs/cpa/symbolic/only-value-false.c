// expect: false bits: both
// a condition leaves one value, which explicit values learn, too
// decided: cpa value
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if (x != 3) return 0;
  y = x + 1;
  if (y != 4 || x + y == 7) reach_error();
  return 0;
}
