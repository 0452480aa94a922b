// expect: true bits: both
// types by several names, also of functions and arrays
extern void __VERIFIER_error(void);
typedef unsigned char byte;
typedef byte triple[3];
typedef triple pair[2];
typedef int unary(int);
static unary negate;
static int negate(int n) { return -n; }
int main(void) {
  pair p = {{1, 2, 3}, {4, 5, 6}};
  unary *f = negate;
  if (!(f(p[1][2]) == -6 && sizeof(pair) == 6)) __VERIFIER_error();
  return 0;
}
