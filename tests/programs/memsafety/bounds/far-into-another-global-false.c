// expect: false bits: both
// the access leaves small, and it is an error also where it lands in large, where AddressSanitizer does not see it
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
char small[16], large[4096];
static char get(const char *p, int i) { return p[i]; }
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 100 || i > 200) return large[0];
  return get(small, i);
}
