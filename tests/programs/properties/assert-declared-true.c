// expect: true bits: both
// a declaration of its own instead of the header's; what holds after it is what it was asked
extern int __VERIFIER_nondet_int(void);
extern void assert(int condition);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 9) return 0;
  assert(x < 10);
  if (x > 9) reach_error();
  return 0;
}
