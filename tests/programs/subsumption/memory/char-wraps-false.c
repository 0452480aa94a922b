// expect: false bits: both
// it wraps to a value that is not
// inputs: 6
// decided: eager lazy
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned char c = 250;
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 6) return 0;
  for (unsigned i = 0; i < n; i++) {
    c += 2;
    if (c < 250) reach_error();
  }
  return 0;
}
