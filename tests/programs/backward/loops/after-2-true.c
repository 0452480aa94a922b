// expect: true bits: both
// the error needs two iterations, and the loop ends before
// decided: symex
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, i = 0;
  while (i < 1 && __VERIFIER_nondet_int()) {
    x += 3;
    i++;
  }
  if (x == 6) reach_error();
  return 0;
}
