// expect: false bits: both
// a loop that two functions call: what is said of it in one context speaks of a caller that the other has not
// native: small
// decided: kind
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static unsigned walk(unsigned n) {
  unsigned i = 0;
  while (i < n) i++;
  return i;
}
static void one(unsigned x) {
  if (walk(x) != x) reach_error();
}
static void two(unsigned y) {
  if (walk(y) == 3) reach_error();
}
int main(void) {
  one(__VERIFIER_nondet_int());
  two(__VERIFIER_nondet_int());
  return 0;
}
