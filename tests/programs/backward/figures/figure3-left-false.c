// expect: false bits: both
// x stays ahead: the branch is never taken
// inputs: 1
// decided: symex bse kind bself se+bself
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int i = 0;
  if (x != 1) return 0;
  while (i < 10) {
    if (i == 10) --x;
    ++x;
    ++i;
  }
  if (x != i) reach_error();
  return 0;
}
