// expect: true bits: both
// one of two functions
// decided: value cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int add(int x) { return x + 1; }
static int square(int x) { return x * x; }
int main(void) {
  int (*f)(int) = __VERIFIER_nondet_int() ? add : square;
  int r = f(3);
  if (r != 4 && r != 9) reach_error();
  return 0;
}
