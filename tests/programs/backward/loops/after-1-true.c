// expect: true bits: both
// the error needs one iteration, and the loop ends before
// decided: symex
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, i = 0;
  while (i < 0 && __VERIFIER_nondet_int()) {
    x += 3;
    i++;
  }
  if (x == 3) reach_error();
  return 0;
}
