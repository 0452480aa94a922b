// expect: false bits: both
// the second call begins with less than the first
// args: --no-pre-run
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int up_to(int from, int to) {
  while (from < to) from++;
  return from;
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 0 || a > 1000 || b < 0 || b > 1000) return 0;
  int first = up_to(0, a);
  int second = up_to(first + 1, b);
  if (first != a || second < b || second > b + first) reach_error();
  return 0;
}
