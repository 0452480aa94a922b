// expect: true bits: both
// figure 2 of Chalupa, Strejček with an input for n: neither forward nor backward execution ends
// native: small
// decided: kind bself se+bself
// undecided: symex bse
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0, i = 0;
  while (i < n) {
    x++;
    i++;
  }
  if (x != i) reach_error();
  return 0;
}
