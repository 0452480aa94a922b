// expect: true bits: both
// an array of pointers to rows on the heap
extern void __VERIFIER_error(void);
typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t);
int main(void) {
  int **m = malloc(3 * sizeof *m);
  for (int i = 0; i < 3; i++) {
    m[i] = malloc(2 * sizeof **m);
    m[i][0] = i;
    m[i][1] = -i;
  }
  if (!(m[2][0] + m[1][1] == 1 && m[0][0] == 0)) __VERIFIER_error();
  return 0;
}
