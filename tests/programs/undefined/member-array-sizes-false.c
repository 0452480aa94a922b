// expect: false bits: both
// a pointer into one of two arrays in structures, which differ in size, leaves the smaller one
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
struct row {
  int length;
  int cells[4];
  int sum;
};
struct wide {
  int cells[6];
  int sum;
};
int main(void) {
  struct row row = {0};
  struct wide wide = {0};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 5) return 0;
  int *p = i > 4 ? wide.cells : row.cells;
  return p[i];
}
