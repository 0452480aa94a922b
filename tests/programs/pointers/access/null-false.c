// expect: false bits: both
// the address of a local is never null
extern void __VERIFIER_error(void);
static int *choose(int take, int *p) { return take ? p : 0; }
int main(void) {
  int x = 5;
  int *p = choose(1, &x), *q = choose(0, &x);
  if (!(p != 0 && !q && q == p)) __VERIFIER_error();
  return 0;
}
