// expect: true bits: both
// a and b have no values, but b is a + 5 in every iteration
// decided: cpa
// undecided: value
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = a + 5;
  while (__VERIFIER_nondet_int()) {
    a++;
    b++;
  }
  if (b != a + 5) reach_error();
  return 0;
}
