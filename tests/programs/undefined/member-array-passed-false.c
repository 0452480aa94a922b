// expect: false bits: both
// a function is given an array in a structure and an index behind its end
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
struct row {
  int length;
  int cells[4];
  int sum;
};
static int at(const int *cells, int i) { return *(cells + i); }
int main(void) {
  struct row row = {0};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4) return 0;
  return at(row.cells, i);
}
