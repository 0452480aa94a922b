// expect: true bits: both
// the loop is left by an input or at its bound: two counters are equal in any case
// decided: bse kind bself
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = (unsigned)__VERIFIER_nondet_int(), y = n + 1, z = y, i = 0;
  while (i < n && __VERIFIER_nondet_int()) {
    y++;
    z++;
    i++;
  }
  if (y != z) reach_error();
  return 0;
}
