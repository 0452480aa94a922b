// expect: true bits: both
// two variables are exchanged in every iteration
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = 1, b = 2;
  while (__VERIFIER_nondet_int()) {
    int t = a;
    a = b;
    b = t;
  }
  if (a + b != 3) reach_error();
  return 0;
}
