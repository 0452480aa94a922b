// expect: false bits: both
// a function gives the address behind an array in a structure, and it is read
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
struct row {
  int length;
  int cells[4];
  int sum;
};
static int *at(struct row *row, int i) { return row->cells + i; }
int main(void) {
  struct row row = {0};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4) return 0;
  return *at(&row, i);
}
