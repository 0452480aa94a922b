// expect: false bits: both
// the second way has lost what the first one's proof needs
// inputs: 10 10
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), limit;
  if (a < 0 || a > 10 || b < 0 || b > 10) return 0;
  if (a < b) limit = b;
  else limit = a + (b == 10);
  if (b == 5) b = 4;
  if (limit > 10 || limit < a) reach_error();
  return 0;
}
