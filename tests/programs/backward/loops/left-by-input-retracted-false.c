// expect: false bits: both
// the second iteration copies what is not 0
// inputs: 1 1 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, y = 0, z = 1;
  while (__VERIFIER_nondet_int()) {
    x = y;
    y = z;
  }
  if (x != 0) reach_error();
  return 0;
}
