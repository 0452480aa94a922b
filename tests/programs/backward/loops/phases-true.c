// expect: true bits: both
// first up, then down: a disjunctive invariant
// native: small
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0, i = 0;
  if (n < 0 || n > 100000) return 0;
  while (i < 2 * n) {
    if (i < n) x++;
    else x--;
    i++;
  }
  if (x != 0) reach_error();
  return 0;
}
