// expect: true bits: both
// the address behind an array in a structure is kept in a variable, then written to: inside
// args: --check ub
extern int __VERIFIER_nondet_int(void);
struct row {
  int length;
  int cells[4];
  int sum;
};
int main(void) {
  struct row row = {0};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
  int *p = &row.cells[i];
  *p = 1;
  return row.sum;
}
