// expect: true|unknown bits: both
// rounds that are decided come first, open ones later
// args: --no-pre-run
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 0, last = 0;
  while (i < 50 || (last = __VERIFIER_nondet_int()) == 2) {
    if (i < 53) i++;
  }
  if (i < 50 || i > 53) reach_error();
  return 0;
}
