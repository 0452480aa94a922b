// expect: false bits: both
// one of two values, which a state that is merged does not have
// decided: value cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  if (__VERIFIER_nondet_int()) x = 1;
  else x = 2;
  int y = x + 10;
  if (y == 12) reach_error();
  return 0;
}
