// expect: false bits: both
// it reaches that cell in its last round
// inputs: 7
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[8], n = __VERIFIER_nondet_int();
  if (n < 0 || n > 7) return 0;
  a[7] = 1; a[0] = 0;
  for (int i = 0; i < n; i++) a[i + 1] = 5;
  if (a[7] != 1) reach_error();
  return 0;
}
