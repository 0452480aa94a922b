// expect: true|unknown bits: both
// a variable of the stack changes through a pointer, in a call inside the loop
// args: --no-pre-run
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void step(int *at, int by) {
  *at += by;
  if (*at < 0) *at = 0;
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
