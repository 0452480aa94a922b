// expect: false bits: both
// two functions that call each other, one of them with another bound
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static unsigned even(unsigned x);
static unsigned odd(unsigned x) {
  if (x == 0) return 0;
  unsigned r = even(x - 1) + 1;
  return r > 3 ? 3 : r;
}
static unsigned even(unsigned x) {
  if (x == 0) return 0;
  unsigned r = odd(x - 1) + 1;
  return r > 2 ? 2 : r;
}

int main(void) {
  if (odd((unsigned)__VERIFIER_nondet_int()) == 3) reach_error();
}
