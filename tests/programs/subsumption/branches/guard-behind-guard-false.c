// expect: false bits: both
// they do not when the value in between is changed
// inputs: 120 8 0
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = 0;
  if (a < 100) return 0;
  for (int i = 0; i < 2; i++) {
    if (a < 100) b = 1;
    if (__VERIFIER_nondet_int() == 8) a -= 50;
  }
  if (b) reach_error();
  return 0;
}
