// expect: false bits: both
// one step does not halve
// inputs: 8 3
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  int n = __VERIFIER_nondet_int();
  if (!(x >= 0.0 && x <= 8.0) || n < 1 || n > 3) return 0;
  for (int i = 0; i < n; i++) x = i == 2 ? x * 4 : x / 2;
  if (x > 4.0) reach_error();
  return 0;
}
