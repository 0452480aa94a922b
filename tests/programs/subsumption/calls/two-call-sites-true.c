// expect: true bits: both
// both calls are with values in range
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void use(int x) {
  int y = __VERIFIER_nondet_int();
  if (y < 0 || y > 1) return;
  if (x + y > 11) reach_error();
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 10) return 0;
  use(x);
  use(x + 0);
  return 0;
}
