// expect: true bits: both
// what is counted and kept but never read must not keep states apart
// decided: cpa value
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int state = 0, last = 0, count = 0;
  while (__VERIFIER_nondet_int()) {
    int input = __VERIFIER_nondet_int();
    last = input;
    count++;
    if (input == 1 && state == 0) state = 1;
    else if (input == 2 && state == 1) state = 2;
    else if (input == 3) state = 0;
    if (state == 3) reach_error();
  }
  return last == count;
}
