// expect: false bits: both
// an assertion of a harness fails where it is called through a pointer, behind an assumption in another one
// inputs: 5
// decided: symex
void __VERIFIER_assert(int condition);
void assume_abort_if_not(int condition);
int nondet_int(void);

static struct {
  void (*expect)(), (*suppose)(int);
} checks = {__VERIFIER_assert, assume_abort_if_not};

int main(void) {
  int x = nondet_int();
  checks.suppose(x > 4);
  checks.expect(x != 5);
  return 0;
}
