// expect: true bits: both
// figure 3 (left) of Chalupa, Strejček: x is ahead of i until the fifth iteration, a disjunctive invariant
// decided: bself se+bself
// undecided: bse
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int i = 0;
  if (x != 1) return 0;
  while (i < 1000000) {
    if (i == 5) --x;
    ++x;
    ++i;
  }
  if (x != i) reach_error();
  return 0;
}
