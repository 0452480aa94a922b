// expect: true bits: both
// a branch that is taken only for one value tells the value
// decided: value cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 3;
  if (x == 7) {
    y = x + 1;
    if (y != 8 || x != 7) reach_error();
  }
  return y;
}
