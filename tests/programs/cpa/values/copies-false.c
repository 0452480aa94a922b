// expect: false bits: both
// one way leaves an older value
// decided: cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0, z = 0;
  if (__VERIFIER_nondet_int()) {
    y = x;
    x++;
    z = y;
  } else {
    z = x;
    y = z;
  }
  if (x - y != z - x) reach_error();
  return 0;
}
