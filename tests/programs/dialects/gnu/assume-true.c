// expect: true bits: both
// __builtin_assume: the path ends where the condition does not hold
// native: no
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __builtin_assume(x > 0);
  if (x < 0) reach_error();
  return 0;
}
