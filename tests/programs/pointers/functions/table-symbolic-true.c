// expect: true bits: both
// a table of functions indexed by an input
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int zero(void) { return 0; }
static int one(void) { return 1; }
static int two(void) { return 2; }
struct op { const char *name; int (*run)(void); };
static struct op ops[] = {{"zero", zero}, {"one", one}, {"two", two}};
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 2) return 0;
  int r = ops[i].run();
  if (!(r == (int)i && r <= 2)) reach_error();
  return 0;
}
