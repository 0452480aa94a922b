// expect: true|unknown bits: both
// after seven rounds a counter is set back
// args: --no-pre-run
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int rounds = 0;
  while (__VERIFIER_nondet_int() == 3) {
    rounds++;
    if (rounds == 7) rounds = 0;
  }
  if (rounds == 7) reach_error();
  return 0;
}
