// Figure 1 of Jonáš, Strejček, Griggio (FMCAD 2024). Safe, but its symbolic execution does not end. The bounds on y
// keep x - y from overflowing. With -DBOUND=0 the error can be reached.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#ifndef BOUND
#define BOUND 1
#endif
int main(void) {
  int n = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), x;
  if (y < -1000 || y > 1000) return 0;
  if (n <= 0) return 0;
  x = 5;
  while (n > 0) {
    if (x != y) y = x;
    else x = x + 1;
    n = n - 1;
  }
  if (x - y > BOUND) reach_error();
  return 0;
}
