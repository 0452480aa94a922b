// expect: false bits: both
// y is left behind where they were equal at first
// native: small
// inputs: 1 1 2
// decided: symex bse kind bself se+bself
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (!(x >= 0 && x <= y && y <= n)) return 0;
  while (x < n) {
    ++x;
    if (x > y + 1) ++y;
  }
  if (y != n) reach_error();
  return 0;
}
