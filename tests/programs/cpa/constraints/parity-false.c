// expect: false bits: both
// bits of a sum
// inputs: 3
// decided: value cpa
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = x + x;
  if ((y + 1) & 2 && !(x & 2) != (y & 2) > 0) {
    if (y & 2) reach_error();
  }
  return 0;
}
