// expect: true bits: both
// a null pointer compares equal to 0 and to no object
extern void __VERIFIER_error(void);
static int *choose(int take, int *p) { return take ? p : 0; }
int main(void) {
  int x = 5;
  int *p = choose(1, &x), *q = choose(0, &x);
  if (!(p != 0 && !q && p == &x)) __VERIFIER_error();
  return 0;
}
