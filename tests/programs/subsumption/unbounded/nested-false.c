// expect: false|unknown bits: 64
// it turns it, if it runs three rounds
// args: --timeout 5
// inputs: 1 1 1 1 0
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int sign = 1;
  while (__VERIFIER_nondet_int()) {
    int rounds = 0;
    while (__VERIFIER_nondet_int()) {
      if (rounds == 2) sign = -1;
      if (rounds < 5) rounds++;
    }
    if (sign != 1) reach_error();
  }
  return 0;
}
