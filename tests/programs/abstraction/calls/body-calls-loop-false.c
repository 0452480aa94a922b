// expect: false bits: both
// the function puts back one less where it was called with 3
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
  while (taken > (n == 3)) {
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
