// expect: true bits: both
// the flag is down whenever the phase is 0
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int phase = 0, flag = 0;
  for (int i = 0; i < 5; i++) {
    int c = __VERIFIER_nondet_int();
    if (phase == 0) {
      if (flag) reach_error();
      if (c) { phase = 1; flag = 1; }
    } else if (phase == 1) {
      if (c) phase = 2;
      else { phase = 0; flag = 0; }
    } else {
      phase = 0;
      flag = 0;
    }
  }
  return 0;
}
