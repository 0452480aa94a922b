// expect: false bits: both
// what it holds reaches a variable that outlives it
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
    if (n == 2) kept = cells[0] + 2;
  }
  if (kept != 3) reach_error();
  return 0;
}
