// expect: true bits: 32
// loops in loops: cells below, at and above the counter of the outer loop
// native: small
// decided: kind
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), s = __VERIFIER_nondet_int(), i, j;
  if (n <= 0) return 0;
  int b[n];
  for (i = 0; i < n; i++) b[i] = 0;
  for (i = 0; i < n; i++)
    for (j = i; j < n; j++) b[j] = b[j] + s;
  for (i = 0; i < n; i++)
    if (b[i] != (i + 1) * s) reach_error();
  return 0;
}
