// expect: true bits: both
// the header of assert is forgotten: it is an assertion all the same, and holds
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = x;
  if (x > 3) assert(x - 3);
  while (y > 10) y = 10;
  assert(y <= 10);
  return 0;
}
