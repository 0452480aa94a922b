// expect: false bits: both
// a read at a constant distance, just behind an array in a global structure
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
struct row {
  int length;
  int cells[4];
  int sum;
};
struct row row;
int main(void) {
  row.length = __VERIFIER_nondet_int();
  return row.length ? *(row.cells + 4) : 0;
}
