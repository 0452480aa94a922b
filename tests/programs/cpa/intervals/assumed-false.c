// expect: false bits: both
// bounds of inputs carry over to what is computed of them
// inputs: 100 1
// decided: value cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 50 || a > 100 || b < 1 || b > 50) return 0;
  int d = a - b;
  if (d == 99) reach_error();
  return 0;
}
