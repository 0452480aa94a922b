// expect: false bits: both
// for one mode it adds two
// inputs: 4 3
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int mode;
static int next(int x) {
  if (mode == 3) return x + 2;
  return x + 1;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0;
  mode = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  for (int i = 0; i < n; i++) {
    if (x != i) reach_error();
    x = next(x);
  }
  return 0;
}
