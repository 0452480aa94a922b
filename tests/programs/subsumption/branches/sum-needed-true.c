// expect: true bits: both
// the sum is never what is asked for
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
  if (sum == 53) reach_error();
  return 0;
}
