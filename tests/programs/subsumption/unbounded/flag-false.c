// expect: false|unknown bits: 64
// they do not after the second reset
// args: --timeout 5
// inputs: 1 2 1 2 1 2 1 2 3 3
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
      if (resets < 2) flag = 0;
      if (resets < 3) resets++;
    }
  }
  return 0;
}
