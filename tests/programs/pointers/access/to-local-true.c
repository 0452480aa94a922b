// expect: true bits: both
// a callee changes a local through a pointer
extern void __VERIFIER_error(void);
static void set(int **p, int *to) { *p = to; }
int main(void) {
  int a = 1, b = 2, *p = &a;
  *p = 10;
  set(&p, &b);
  *p = 20;
  if (!(a == 10 && b == 20 && *p == b)) __VERIFIER_error();
  return 0;
}
