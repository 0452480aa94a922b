// expect: false bits: both
// the flag is changed without what it stands for
// inputs: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int up = 1, x = 0;
  while (__VERIFIER_nondet_int()) {
    if (up) {
      x = x + 1;
      if (x == 7) up = 0;
    } else {
      x = x - 1;
      if (x == 1 && __VERIFIER_nondet_int() == 3) up = 1;
    }
    if (x < 0 || x > 7) reach_error();
  }
  return 0;
}
