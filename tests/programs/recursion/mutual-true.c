// expect: true bits: both
// two functions that call each other, each with a bounded result
// decided: summary
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static unsigned even(unsigned x);
static unsigned odd(unsigned x) {
  if (x == 0) return 0;
  unsigned r = even(x - 1) + 1;
  return r > 2 ? 2 : r;
}
static unsigned even(unsigned x) {
  if (x == 0) return 0;
  unsigned r = odd(x - 1) + 1;
  return r > 2 ? 2 : r;
}

int main(void) {
  if (odd((unsigned)__VERIFIER_nondet_int()) == 3) reach_error();
}
