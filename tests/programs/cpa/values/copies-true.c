// expect: true bits: both
// copies of one unknown value are equal, however it went around
// decided: value cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0, z = 0;
  if (__VERIFIER_nondet_int()) {
    y = x;
    z = y;
  } else {
    z = x;
    y = z;
  }
  if (x - y != z - x) reach_error();
  return 0;
}
