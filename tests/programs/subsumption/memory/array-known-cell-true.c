// expect: true bits: both
// the loop writes every cell but the one looked at
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[8], n = __VERIFIER_nondet_int();
  if (n < 0 || n > 6) return 0;
  a[7] = 1; a[0] = 0;
  for (int i = 0; i < n; i++) a[i + 0] = 5;
  if (a[7] != 1) reach_error();
  return 0;
}
