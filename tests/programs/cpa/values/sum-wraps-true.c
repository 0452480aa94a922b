// expect: true bits: both
// it wraps for the ten largest numbers only
// decided: cpa
// undecided: value
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x + 10 < x && x < 4294967286u) reach_error();
  return 0;
}
