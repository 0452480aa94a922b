// expect: true bits: both
// declarations without a type are of int; functions are declared by their use
extern void __VERIFIER_error(void);
static counter = 3;
add(a, b) { return a + b; }
main() {
  auto r = add(counter, 4);
  if (!(r == 7 && later(2) == 4)) __VERIFIER_error();
  return 0;
}
later(n) { return n * 2; }
