// expect: false bits: both
// an array that was not written has no values of an earlier call, even if a machine leaves them there
// native: no
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int pass(int write) {
  int a[2];
  if (write) { a[0] = 1; a[1] = 1; }
  int k = __VERIFIER_nondet_int() != 0;
  return a[k];
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) return 0;
  for (int i = 0; i < n; i++)
    if (pass(i == 0) != 1) reach_error();
  return 0;
}
