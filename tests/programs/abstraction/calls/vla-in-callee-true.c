// expect: true|unknown bits: both
// an array of variable length in a function that a loop calls: it is gone when the loop goes on
// args: --no-pre-run
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int last_of(int n, int *kept) {
  int cells[n];
  for (int i = 0; i < n; i++) cells[i] = i;
  if (cells[n - 1] == 2) *kept = n;
  return cells[n - 1];
}
int main(void) {
  int kept = 3;
  while (__VERIFIER_nondet_int()) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3) continue;
    if (last_of(n, &kept) != n - 1) reach_error();
  }
  if (kept != 3) reach_error();
  return 0;
}
