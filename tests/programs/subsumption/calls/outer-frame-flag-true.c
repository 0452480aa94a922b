// expect: true bits: both
// the flag of the caller is set only for inputs that do not occur
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void innermost(int *flag, int n) {
  for (int i = 0; i < n; i++)
    if (__VERIFIER_nondet_int() == 123 && i == 9) *flag = 1;
}
static void middle(int *flag, int n) {
  int own = 0;
  innermost(n == 1 ? &own : flag, n);
}
int main(void) {
  int flag = 0, n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) return 0;
  middle(&flag, n);
  if (flag) reach_error();
  return 0;
}
