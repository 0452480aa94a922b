// expect: true bits: both
// the bound is an input: no interval tells where it ends
// native: small
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  while (i < n) i++;
  if (i > n) reach_error();
  return 0;
}
