// expect: true bits: both
// main calls itself: what the inner call returns was not initialised, but is not the result of the program
// args: --check ub
// native: no
extern int __VERIFIER_nondet_int(void);
static int depth;
int main(void) {
  int x;
  if (depth++ == 0) {
    main();
    x = __VERIFIER_nondet_int();
  }
  return x;
}
