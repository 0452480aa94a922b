// expect: false bits: both
// what is counted in every fourth round is not always a quarter of the rounds
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), q = 0;
  if (n < 0 || n > 500000) return 0;
  for (int i = 0; i < 4 * n - (n == 4 ? 2 : 0); i++)
    if (i % 4 == 3) q++;
  if (q != n) reach_error();
  return 0;
}
