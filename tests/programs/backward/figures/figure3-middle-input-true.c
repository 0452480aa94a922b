// expect: true bits: both
// figure 3 (middle) of Chalupa, Strejček with an input for n
// native: small
// decided: bself se+bself
// undecided: symex bse
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0, i = 0;
  while (i < n) ++i;
  while (x < n) ++x;
  if (x != i) reach_error();
  return 0;
}
