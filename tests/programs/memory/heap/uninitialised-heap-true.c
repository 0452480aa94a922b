// expect: true bits: both
// a block of malloc holds arbitrary bytes that stay the same
// native: no
extern void __VERIFIER_error(void);
typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t);
int main(void) {
  int *p = malloc(2 * sizeof *p);
  int first = p[0];
  p[1] = 3;
  if (!(p[0] == first && p[1] == 3)) __VERIFIER_error();
  return 0;
}
