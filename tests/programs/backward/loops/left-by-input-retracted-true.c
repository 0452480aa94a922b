// expect: true bits: both
// what may leave the loop without an error is not inductive: an iteration copies one number to the other
// decided: bse kind bself
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, y = 0, z = 0;
  while (__VERIFIER_nondet_int()) {
    x = y;
    y = z;
  }
  if (x != 0) reach_error();
  return 0;
}
