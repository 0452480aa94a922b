// expect: false bits: both
// figure 3 (left) with an input for the bound: five iterations are too few
// inputs: 1 5
// native: small
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(), i = 0;
  if (x != 1) return 0;
  while (i < n) {
    if (i == 5) --x;
    ++x;
    ++i;
  }
  if (n > 4 && x != i) reach_error();
  return 0;
}
