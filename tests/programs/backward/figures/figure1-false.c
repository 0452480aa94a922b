// expect: false bits: both
// x gets ahead of i in the fourth iteration
// native: small
// inputs: 4
// decided: symex bse kind bself se+bself
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0, i = 0;
  while (i < n) {
    x++;
    if (i == 3) x++;
    i++;
    if (x != i) reach_error();
  }
  return 0;
}
