// expect: true bits: both
// up and down again: either the loops have no round, or both count alike
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), up = 0;
  for (int i = 0; i < n; i++) up++;
  int left = n;
  while (left > 0) {
    if (up <= 0) reach_error();
    left--;
    up--;
  }
  return 0;
}
