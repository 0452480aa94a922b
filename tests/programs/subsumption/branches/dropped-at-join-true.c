// expect: true bits: both
// the first way's reason holds for the second too
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), limit;
  if (a < 0 || a > 10 || b < 0 || b > 10) return 0;
  if (a < b) limit = b;
  else limit = a;
  if (b == 5) b = 4;
  if (limit > 10 || limit < a) reach_error();
  return 0;
}
