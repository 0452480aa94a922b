// expect: false bits: both
// a square: nothing linear says it
// inputs: 14
// decided: value cpa
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  if (x * x == 196) reach_error();
  return 0;
}
