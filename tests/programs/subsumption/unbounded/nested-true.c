// expect: true|unknown bits: 64
// the inner loop leaves the sign as it was
// args: --timeout 5
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int sign = 1;
  while (__VERIFIER_nondet_int()) {
    int rounds = 0;
    while (__VERIFIER_nondet_int()) {
      if (rounds < 5) rounds++;
    }
    if (sign != 1) reach_error();
  }
  return 0;
}
