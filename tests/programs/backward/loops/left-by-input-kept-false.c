// expect: false bits: both
// s is an input, and its first value decides
// inputs: 3 1 1
// decided: bse kind bself
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned s = __VERIFIER_nondet_int();
  while (__VERIFIER_nondet_int()) {
    if (s != 0) ++s;
    if (__VERIFIER_nondet_int() && s != 0) reach_error();
  }
  return 0;
}
