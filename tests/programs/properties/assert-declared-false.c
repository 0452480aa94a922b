// expect: false bits: both
// a declaration of its own instead of the header's; behind a failing assert nothing is reached
// inputs: 77
extern int __VERIFIER_nondet_int(void);
extern void assert(int condition);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if (x == 77) y = 1;
  assert(!y);
  return 0;
}
