// expect: true bits: both
// row and column are within the matrix
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
static void set(int columns, char m[][columns], int row) { m[row][columns - 1] = 1; }
int main(void) {
  int columns = __VERIFIER_nondet_int(), row = __VERIFIER_nondet_int();
  if (columns < 1 || columns > 4) return 0;
  char m[3][columns];
  if (row >= 0 && row < 3) set(columns, m, row);
  return 0;
}
