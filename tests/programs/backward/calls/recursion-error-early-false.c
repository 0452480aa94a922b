// expect: false bits: both
// the error is met before recursion goes deep
// inputs: -1
// decided: symex bse kind bself se+bself
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int down(int n) {
  if (n < 0) reach_error();
  return n == 0 ? 0 : down(n - 1) + 1;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 50) return 0;
  down(n);
  return 0;
}
