// expect: true bits: both
// recursion four deep at most, within a small bound
// decided: symex kind bself
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int sum(int n) {
  return n <= 0 ? 0 : n + sum(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  int s = sum(n);
  if (s != n * (n + 1) / 2) reach_error();
  return 0;
}
