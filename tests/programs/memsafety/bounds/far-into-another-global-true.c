// expect: true bits: both
// the index is below the length
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
char small[16], large[4096];
static char get(const char *p, int i) { return p[i]; }
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 15) return large[0];
  return get(small, i);
}
