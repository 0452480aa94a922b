// expect: true bits: both
// the function's loop ends at its bound in both calls
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int count(int from, int to) {
  while (from < to) from++;
  return from;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 5) return 0;
  int a = count(0, n), b = count(n, n);
  if (a != n || b != n) reach_error();
  return 0;
}
