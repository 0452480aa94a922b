// A state machine as in ssh-simplified: each state is tested in a chain, and the flag follows the states.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int state = 100, flag = 0, hit = __VERIFIER_nondet_int(), debug = __VERIFIER_nondet_int(), tries = 0;
  while (1) {
    if (state == 100) {
      if (debug) tries = 1;
      flag = 1;
      state = hit ? 105 : 101;
    } else if (state == 101) {
      if (flag == 1) flag = 2;
      if (__VERIFIER_nondet_int()) state = 102; else state = 103;
    } else if (state == 102) {
      if (debug) tries = 2;
      state = 103;
    } else if (state == 103) {
      if (hit) flag = 4;
      state = 104;
    } else if (state == 104) {
      if (flag == 2) flag = 3;
      state = 105;
    } else if (state == 105) {
      if (flag == 4) reach_error();
      if (__VERIFIER_nondet_int()) return 0;
      state = 106;
    } else if (state == 106) {
      if (tries == 3) reach_error();
      if (__VERIFIER_nondet_int()) return 0;
      state = hit ? 105 : 104;
    }
  }
}
