// expect: true bits: both
// what is counted in every fourth round is a quarter of the rounds: the remainder is part of the invariant
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), q = 0;
  if (n < 0 || n > 500000) return 0;
  for (int i = 0; i < 4 * n; i++)
    if (i % 4 == 3) q++;
  if (q != n) reach_error();
  return 0;
}
