// expect: true bits: both
// explicit values are all that is needed; the input does not matter
// decided: value cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int unused = __VERIFIER_nondet_int(), r = 0;
  for (int i = 0; i < 9; i++) {
    switch (i % 3) {
      case 0: r += 1; break;
      case 1: r += i < 5 ? 2 : 3; break;
      default: r += 5; break;
    }
    if (unused == 4 && r > 100) break;
  }
  if (r != 25) reach_error();
  return 0;
}
