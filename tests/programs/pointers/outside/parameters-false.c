// expect: false|unknown bits: both
// parameters of the entry function may be the same pointer
// entry: f
// native: no
extern void reach_error(void);
void f(int *p, int *q) {
  *p = 1;
  *q = 2;
  if (*p == 2) reach_error();
}
