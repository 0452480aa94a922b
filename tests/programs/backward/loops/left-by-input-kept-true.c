// expect: true bits: both
// the loop goes on as inputs say; the states before the error, s != 0, come back in each iteration as a part of themselves
// decided: bse kind bself
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned s = 0;
  while (__VERIFIER_nondet_int()) {
    if (s != 0) ++s;
    if (__VERIFIER_nondet_int() && s != 0) reach_error();
  }
  return 0;
}
