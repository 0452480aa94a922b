// expect: true|unknown bits: 64
// the flag and the phase agree for ever
// args: --timeout 5
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int phase = 0, flag = 0, resets = 0;
  while (1) {
    int c = __VERIFIER_nondet_int();
    if (c == 0) break;
    if (phase != flag) reach_error();
    if (c == 1) phase = flag = 1;
    else if (c == 2) {
      phase = 0;
      flag = 0;
      if (resets < 3) resets++;
    }
  }
  return 0;
}
