// expect: false bits: both
// for one length it is written twice
// inputs: 3
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int last(int n) {
  int a[n];
  for (int i = 0; i < n; i++) a[i] = i;
  if (n == 3) a[n - 1] = 7;
  return a[n - 1];
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 3) return 0;
  for (int i = 1; i <= n; i++)
    if (last(i) != i - 1) reach_error();
  return 0;
}
