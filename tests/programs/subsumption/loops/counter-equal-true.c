// expect: true bits: both
// x and i go up together
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), x = 0, i = 0;
  if (n < 0 || n > 6) return 0;
  while (i < n) {
    x++;
    i++;
  }
  if (x != i) reach_error();
  return 0;
}
