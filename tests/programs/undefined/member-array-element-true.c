// expect: true bits: both
// a member of the structure behind the last element of an array is read: inside
// args: --check ub
extern int __VERIFIER_nondet_int(void);
struct point {
  int x, y;
};
struct path {
  struct point points[3];
  struct point end;
};
int main(void) {
  struct path path = {0};
  struct point *p = path.points;
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 2) return 0;
  while (n--) p++;
  return p->y;
}
