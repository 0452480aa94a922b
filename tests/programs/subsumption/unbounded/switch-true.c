// expect: true|unknown bits: 64
// state 4 does not exist
// args: --timeout 5
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
      case 3: s = 0; break;
      default: reach_error();
    }
    if (c == -1) break;
  }
  return 0;
}
