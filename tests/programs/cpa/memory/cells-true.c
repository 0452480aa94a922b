// expect: true bits: both
// cells at known places are like variables
// decided: value cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[4];
int main(void) {
  int i = 1;
  a[0] = __VERIFIER_nondet_int();
  a[i] = 2;
  a[i + 1] = a[i] + 3;
  a[3] = a[0];
  if (a[2] != 5 || a[3] != a[0]) reach_error();
  return 0;
}
