// expect: false bits: both
// it is for one choice of the inputs that the loop read
// inputs: 9 9 9
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int c = __VERIFIER_nondet_int();
    if (c < 0 || c > 9) return 0;
    sum += c * 2;
  }
  if (sum == 54) reach_error();
  return 0;
}
