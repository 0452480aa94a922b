// expect: false bits: both
// infinity minus infinity is one
// inputs: 1 1 1 1 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  double x = 1.0;
  while (__VERIFIER_nondet_int()) {
    if (x < 8.0) x = x * 2;
    else x = (x / 0.0) - (x / 0.0);
  }
  if (x != x) reach_error();
  return 0;
}
