// expect: false bits: both
// what was learnt in the first call is not enough for the second
// inputs: 2
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
  int a = count(0, n), b = count(3, n);
  if (a != n || b != n) reach_error();
  return 0;
}
