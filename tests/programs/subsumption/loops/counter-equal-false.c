// expect: false bits: both
// x stays behind in the third round, for one value of the input
// inputs: 6 77
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), x = 0, i = 0;
  if (n < 0 || n > 6) return 0;
  while (i < n) {
    if (i != 2 || k != 77) x++;
    i++;
  }
  if (x != i) reach_error();
  return 0;
}
