// expect: true bits: both
// an assumption and an assertion of other verifiers, called through pointers
// decided: symex
void klee_assert(int condition);
void __CPROVER_assume(int condition);
int nondet_int(void);

static struct {
  void (*expect)(int), (*suppose)(int);
} checks = {klee_assert, __CPROVER_assume};

int main(void) {
  int x = nondet_int();
  checks.suppose(x == 3);
  checks.expect(x == 3);
  return 0;
}
