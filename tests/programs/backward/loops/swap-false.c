// expect: false bits: both
// one of them is changed in between
// inputs: 1 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = 1, b = 2;
  while (__VERIFIER_nondet_int()) {
    int t = a;
    a = b;
    b = t == 2 ? 1 : t + 1;
  }
  if (a + b != 3) reach_error();
  return 0;
}
