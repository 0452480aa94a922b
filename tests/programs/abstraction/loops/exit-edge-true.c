// expect: true|unknown bits: both
// a variable that changes only where the loop is left
// args: --no-pre-run
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 0, done = 0;
  for (;;) {
    if (done) reach_error();
    if (__VERIFIER_nondet_int() == 7) {
      done = 1;
      break;
    }
    if (n < 5) n++;
  }
  if (!done) reach_error();
  return n;
}
