// expect: false bits: both
// a new cell does not hold what the one before it held
// native: no
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  if (n < 0 || n > 3) return 0;
  for (int i = 0; i < n; i++) {
    int *p = malloc(2 * sizeof *p);
    if (i == 0) p[0] = p[1] = 1;
    sum += p[__VERIFIER_nondet_int() & 1] == 1;
  }
  if (sum != n) reach_error();
  return 0;
}
