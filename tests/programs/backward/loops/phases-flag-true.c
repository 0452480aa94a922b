// expect: true bits: both
// a flag says in which of two phases the loop is
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
      if (x == 0) up = 1;
    }
    if (x < 0 || x > 7) reach_error();
  }
  return 0;
}
