// expect: true bits: both
// parameters of the entry function that differ do not overlap: they are aligned for their type
// entry: f
// native: no
extern void reach_error(void);
void f(int *p, int *q) {
  if (p == q) return;
  *p = 1;
  *q = 2;
  if (*p == 2) reach_error();
}
