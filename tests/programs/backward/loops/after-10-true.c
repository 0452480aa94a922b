// expect: true bits: both
// the error needs ten iterations, and the loop ends before
// decided: symex
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, i = 0;
  while (i < 9 && __VERIFIER_nondet_int()) {
    x += 3;
    i++;
  }
  if (x == 30) reach_error();
  return 0;
}
