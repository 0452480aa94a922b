// expect: false bits: both
// the loop is left when x is behind i
// native: small
// inputs: 3
// decided: symex bse kind bself se+bself
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0, i = 0;
  while (i < n) {
    if (i != 2) x++;
    i++;
  }
  if (x != i) reach_error();
  return 0;
}
