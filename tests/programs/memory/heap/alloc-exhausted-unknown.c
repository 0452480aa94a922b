// expect: unknown bits: both
// when addresses are used up nothing is known about what follows: the error is there, in round 5000
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 9) return 0;
    char p[n];
    p[0] = 1;
    x++;
    if (x == 5000) reach_error();
  }
  return 0;
}
