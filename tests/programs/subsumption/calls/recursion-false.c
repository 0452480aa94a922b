// expect: false bits: both
// one depth is counted twice
// inputs: 4
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int depth(int n) {
  if (n <= 0) return 0;
  return depth(n - 1) + (n == 4 ? 2 : 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 5) return 0;
  if (depth(n) != n) reach_error();
  return 0;
}
