// expect: true bits: both
// an input as an index within bounds finds one of the elements
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int a[5] = {2, 3, 5, 7, 11};
  unsigned i = __VERIFIER_nondet_uint();
  if (i < 5) if (!(a[i] >= 2 && a[i] <= 11)) reach_error();
  return 0;
}
