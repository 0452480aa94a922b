// expect: true bits: both
// figure 3 (right) of Chalupa, Strejček: candidates of two paths must be united
// native: small
// decided: bself se+bself
// undecided: symex bse
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (!(x >= 0 && x <= y && y <= n)) return 0;
  while (x < n) {
    ++x;
    if (x > y) ++y;
  }
  if (y != n) reach_error();
  return 0;
}
