// expect: false bits: both
// the state has numbers: what an output adds is taken away later
// inputs: 0 1 0 0 2 0 2 0 2 0 2
// decided: value cpa
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int s = 0, y = 0;
  for (;;) {
    unsigned input = __VERIFIER_nondet_uint();
    if (input > 3) continue;
    switch (s) {
      case 0:
        if (input == 0) {
          s = 1;
          y += 2;
        }
        break;
      case 1:
        if (input == 1) s = 2;
        else if (input == 2 && y < 8) s = 0;
        else s = 3;
        break;
      case 2:
        s = 0;
        y = 1;
        break;
      default:
        s = 0;
        y = 0;
    }
    if (y > 8) reach_error();
  }
}
