// expect: false bits: both
// one case falls through into state 3
// inputs: 1 5
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int s = 0, before = 0;
  for (int i = 0; i < 4; i++) {
    int from = s, c = __VERIFIER_nondet_int();
    switch (s) {
      case 0: s = c == 1 ? 1 : 0; break;
      case 1: s = c == 2 ? 2 : 0; if (c != 5) break;
      case 2: s = c == 5 ? 3 : 0; break;
      default: s = 0;
    }
    if (s == 3 && from != 2) reach_error();
    before = from;
  }
  return before > 3;
}
