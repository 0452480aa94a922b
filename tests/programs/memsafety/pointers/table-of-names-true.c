// expect: true bits: both
// the number of names comes from the table
// args: --check memory
// native: no
extern unsigned __VERIFIER_nondet_uint(void);
static const char *const names[] = {"red", "green", "blue"};
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n >= sizeof names / sizeof names[0]) return 0;
  return names[n][0];
}
