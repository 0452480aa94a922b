// expect: false|unknown bits: 64
// it is reached from state 3 by one input
// args: --timeout 5
// inputs: 1 6 7 9 0
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int s = 0;
  while (1) {
    int c = __VERIFIER_nondet_int();
    switch (s) {
      case 0: if (c) s = 1; break;
      case 1: if (c > 5) s = 2; else s = 0; break;
      case 2: if (c == 7) s = 3; break;
      case 3: s = c == 9 ? 4 : 0; break;
      default: reach_error();
    }
    if (c == -1) break;
  }
  return 0;
}
