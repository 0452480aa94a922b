// expect: false bits: both
// one endless loop, a state and an input: values are enough
// inputs: 1 2 3 2 4
// decided: value cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int state = 0, open = 0, count = 0;
  while (1) {
    int input = __VERIFIER_nondet_int();
    if (input < 1 || input > 4) return 0;
    if (state == 0 && input == 1) {
      state = 1;
    } else if (state == 1 && input == 2) {
      state = 2;
      open = 1;
      if (count < 5) count++;
    } else if (state == 2 && input == 3) {
      state = 1;
      open = 0;
    } else if (state == 2 && input == 4) {
      state = 3;
    }
    if (state == 3 && open == 1 && count == 2) reach_error();
  }
}
