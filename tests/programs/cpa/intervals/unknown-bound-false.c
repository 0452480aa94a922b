// expect: false bits: both
// the bound is an input: no interval tells where it ends
// inputs: 25
// decided: cpa
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  if (n > 100) return 0;
  while (i < n) i++;
  if (i == n && n > 20) reach_error();
  return 0;
}
