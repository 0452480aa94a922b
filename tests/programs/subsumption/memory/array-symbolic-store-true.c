// expect: true bits: both
// no index is that of the cell looked at
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {1, 1, 1, 1};
  for (int i = 0; i < 3; i++) {
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k > 2) return 0;
    a[k] = 9;
  }
  if (a[3] != 1) reach_error();
  return 0;
}
