// expect: true bits: both
// bits of a sum
// decided: value cpa
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = x + x;
  if ((y + 1) & 1 && !(x & 1) != (y & 1) > 0) {
    if (y & 1) reach_error();
  }
  return 0;
}
