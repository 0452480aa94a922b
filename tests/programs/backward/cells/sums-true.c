// expect: true bits: 32
// an array of any size, its cells, a sum of them, and cells that are computed from the sum
// native: small
// decided: kind
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0, i;
  if (n <= 0) return 0;
  int a[n], b[n];
  for (i = 0; i < n; i++) a[i] = 2;
  for (i = 0; i < n; i++) sum += a[i];
  for (i = 0; i < n; i++) b[i] = sum + i * i;
  for (i = 0; i < n; i++)
    if (b[i] != 2 * n + i * i) reach_error();
  return 0;
}
