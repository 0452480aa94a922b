// expect: true bits: both
// the header of assert is forgotten: it is an assertion all the same, whatever type its condition has
// native: no
extern int __VERIFIER_nondet_int(void);

int main(void) {
  static int y;
  int x = __VERIFIER_nondet_int();
  double d = x;
  int *p = x > 5 ? &y : 0;
  if (x > 3) assert(x - 3);
  if (x != 0) assert(d);
  if (x > 5) assert(p);
  assert(0x100000000);
  return 0;
}
