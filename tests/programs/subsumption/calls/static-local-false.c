// expect: false bits: both
// the third call is refused, and that is not expected
// inputs: 4
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int ticket(void) {
  static int sold;
  return sold < 2 ? ++sold : sold;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  for (int i = 1; i <= n; i++)
    if (ticket() != i) reach_error();
  return 0;
}
