// expect: true bits: both
// the loop is left by an input, and no state must leave it: what may leave it is inductive
// decided: kind bself
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_int()) x += 2;
  if (x % 2) reach_error();
  return 0;
}
