// expect: true bits: 32
// each cell is the one before it and a cell of another array; the first is another case
// native: small
// decided: kind
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i;
  if (n <= 0) return 0;
  int a[n], b[n];
  for (i = 0; i < n; i++) a[i] = 2 * i + 1;
  for (i = 0; i < n; i++) {
    if (i == 0) b[0] = 0;
    else b[i] = b[i - 1] + a[i - 1];
  }
  for (i = 0; i < n; i++)
    if (b[i] != i * i) reach_error();
  return 0;
}
