// expect: false bits: both
// the call changes it twice when it is 5
// args: --no-pre-run
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void step(int *at, int by) {
  *at += by;
  if (*at == 5) *at = 6;
}
int main(void) {
  int x = 0, n = 0;
  while (__VERIFIER_nondet_int()) {
    if (n >= 1000000) break;
    step(&x, 1);
    n++;
  }
  if (x != n) reach_error();
  return 0;
}
