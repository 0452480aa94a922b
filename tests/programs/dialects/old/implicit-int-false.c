// expect: false bits: both
// the result is an int
extern void __VERIFIER_error(void);
static counter = 3;
add(a, b) { return a + b; }
main() {
  auto r = add(counter, 4);
  if (!(r == 8 && later(2) == 4)) __VERIFIER_error();
  return 0;
}
later(n) { return n * 2; }
