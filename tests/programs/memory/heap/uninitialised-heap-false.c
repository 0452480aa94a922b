// expect: false|unknown bits: both
// it need not be zero
// native: no
extern void __VERIFIER_error(void);
typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t);
int main(void) {
  int *p = malloc(2 * sizeof *p);
  int first = p[0];
  p[1] = 3;
  if (!(first == 0)) __VERIFIER_error();
  return 0;
}
