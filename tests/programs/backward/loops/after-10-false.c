// expect: false bits: both
// the error needs ten iterations
// inputs: 1 1 1 1 1 1 1 1 1 1 0
// decided: symex bse kind bself se+bself
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, i = 0;
  while (i < 20 && __VERIFIER_nondet_int()) {
    x += 3;
    i++;
  }
  if (x == 30) reach_error();
  return 0;
}
