// expect: true bits: both
// an array of variable length in a loop: a new one each round
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int kept = 3;
  for (int round = 0; round < 2; round++) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3) continue;
    int cells[n];
    for (int i = 0; i < n; i++) cells[i] = i;
    if (cells[n - 1] != n - 1) reach_error();
    cells[0] = kept;
  }
  if (kept != 3) reach_error();
  return 0;
}
