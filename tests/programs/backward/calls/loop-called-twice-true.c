// expect: true bits: both
// a function with a loop is called twice, with another bound each time
// native: small
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int at;
static int walk(int n) {
  while (at < n) at++;
  return at;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 0 || m < 0) return 0;
  at = 0;
  if (walk(n) != n) reach_error();
  at = 0;
  if (walk(m) != m) reach_error();
  return 0;
}
