// expect: true|unknown bits: both
// the body calls a function with a loop of its own, which puts back what it takes
// args: --no-pre-run
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int pool = 10;
static void take_and_give(int n) {
  int taken = 0;
  while (taken < n) {
    pool--;
    taken++;
  }
  while (taken > 0) {
    pool++;
    taken--;
  }
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3) continue;
    take_and_give(n);
    if (pool != 10) reach_error();
  }
  return 0;
}
