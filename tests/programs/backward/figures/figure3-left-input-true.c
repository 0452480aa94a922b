// expect: true bits: both
// figure 3 (left) of Chalupa, Strejček with an input for the bound: the pre-image i != 5 has a gap, each side of it can be weakened
// native: small
// decided: bself
// undecided: symex bse
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(), i = 0;
  if (x != 1) return 0;
  while (i < n) {
    if (i == 5) --x;
    ++x;
    ++i;
  }
  if (n > 5 && x != i) reach_error();
  return 0;
}
