// expect: true bits: both
// row and column are in the right order
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
static int m[2][4];
int main(void) {
  int row = __VERIFIER_nondet_int(), column = __VERIFIER_nondet_int();
  if (row < 0 || row >= 2 || column < 0 || column >= 4) return 0;
  m[row][column] = 1;
  return m[1][3];
}
