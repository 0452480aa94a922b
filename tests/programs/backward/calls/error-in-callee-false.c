// expect: false bits: both
// called with the bound itself
// inputs: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void check(int x) {
  if (x > 99) reach_error();
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
