// expect: true bits: both
// figure 1 of Chalupa, Strejček: the assertion in the loop is inductive; forward execution does not end
// native: small
// decided: bse kind bself se+bself
// undecided: symex
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0, i = 0;
  while (i < n) {
    x++;
    i++;
    if (x != i) reach_error();
  }
  return 0;
}
