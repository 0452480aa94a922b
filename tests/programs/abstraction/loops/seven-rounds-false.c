// expect: false bits: both
// the error needs exactly seven rounds
// args: --no-pre-run
// inputs: 3 3 3 3 3 3 3 0
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int rounds = 0;
  while (__VERIFIER_nondet_int() == 3) {
    rounds++;
    if (rounds == 8) rounds = 0;
  }
  if (rounds == 7) reach_error();
  return 0;
}
