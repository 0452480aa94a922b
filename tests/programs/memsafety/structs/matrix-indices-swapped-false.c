// expect: false bits: both
// the row goes up to three, but there are two rows
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
static int m[2][4];
int main(void) {
  int row = __VERIFIER_nondet_int(), column = __VERIFIER_nondet_int();
  if (row < 0 || row >= 2 || column < 0 || column >= 4) return 0;
  m[column][row] = 1;
  return m[1][3];
}
