// expect: true bits: both
// both branches give the same value: merging loses nothing
// decided: value cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x, noise;
  if (__VERIFIER_nondet_int()) {
    x = 4;
    noise = 1;
  } else {
    x = 2 + 2;
    noise = 2;
  }
  if (x != 4) reach_error();
  return noise;
}
