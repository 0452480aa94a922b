// expect: false bits: both
// the second loop goes one further
// native: small
// inputs: 2
// decided: symex bse kind bself se+bself
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0, i = 0;
  while (i < n) ++i;
  while (x <= n && x < 1000) ++x;
  if (x != i) reach_error();
  return 0;
}
