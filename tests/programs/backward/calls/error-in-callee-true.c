// expect: true bits: both
// the error is in a function that a loop calls through another one
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void check(int x) {
  if (x > 100) reach_error();
}
static void step(int x) {
  check(x + 1);
}
int main(void) {
  int x = 0;
  while (x < 100 && __VERIFIER_nondet_int()) {
    step(x);
    x++;
  }
  return 0;
}
