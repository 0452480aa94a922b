// expect: false bits: both
// the last input may be the one that the assertion forbids
// inputs: 5
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int last = 0;
  for (;;) {
    int c = __VERIFIER_nondet_int();
    last = c;
    if (c == 5) break;
  }
  if (last == 5) reach_error();
  return 0;
}
