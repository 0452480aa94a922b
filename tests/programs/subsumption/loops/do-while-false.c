// expect: false bits: both
// once is too often for one bound
// inputs: 0
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  if (n < 0 || n > 4) return 0;
  do i++; while (i < n);
  if (i != n) reach_error();
  return 0;
}
