// expect: false bits: both
// an index made of two counters
// inputs: 9
// decided: cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int m = __VERIFIER_nondet_int();
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4 && j != m; j++) {
      int k = 4 * i + j;
      if (k == 11) reach_error();
    }
  return 0;
}
