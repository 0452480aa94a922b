// expect: true bits: both
// cells that are written with what they hold
// decided: cpa
// undecided: value
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int cells[3], i = __VERIFIER_nondet_int(), before;
  if (i < 0 || i > 2) return 0;
  cells[0] = __VERIFIER_nondet_int();
  cells[1] = cells[0] + 1;
  cells[2] = cells[1] + 1;
  before = cells[i];
  while (__VERIFIER_nondet_int()) {
    cells[0] = cells[1] - 1;
    cells[2] = cells[0] + 2;
    if (cells[i] != before) reach_error();
  }
  return 0;
}
