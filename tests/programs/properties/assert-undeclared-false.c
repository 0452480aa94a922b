// expect: false bits: both
// the header of assert is forgotten, and it fails for one input
// inputs: 3
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x == x);
  if (x > 0) assert(x - 3);
  return 0;
}
