// expect: true bits: both
// a parameter of the entry function does not point to its locals or static variables whose address stays inside
// entry: f
// native: no
extern void reach_error(void);
static int s;
void f(int *p) {
  int local = 1, *q = &local;
  s = 1;
  *p = 2;
  if (*q != 1 || s != 1) reach_error();
}
