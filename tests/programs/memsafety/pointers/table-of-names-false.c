// expect: false bits: both
// there is no fourth name
// args: --check memory
// violates: valid-deref
// native: no
extern unsigned __VERIFIER_nondet_uint(void);
static const char *const names[] = {"red", "green", "blue"};
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > sizeof names / sizeof names[0]) return 0;
  return names[n][0];
}
