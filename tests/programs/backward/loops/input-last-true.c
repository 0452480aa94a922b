// expect: true bits: both
// what is asserted is the last input
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int last = 0;
  for (;;) {
    int c = __VERIFIER_nondet_int();
    if (c == 5) break;
    last = c;
  }
  if (last == 5) reach_error();
  return 0;
}
