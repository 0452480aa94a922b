// expect: true bits: both
// a function with a state of its own
// decided: value cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int tick(int stop) {
  static int count;
  if (count < 3 && !stop) count++;
  return count;
}
int main(void) {
  int count = 0;
  while (__VERIFIER_nondet_int()) {
    count = tick(0);
    if (count > 3) reach_error();
  }
  return tick(1);
}
