// expect: true bits: both
// the last index is one less than the number of elements
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
struct point {
  int x, y;
};
int main(void) {
  struct point p[3] = {{1, 2}, {3, 4}, {5, 6}};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i >= 3) return 0;
  return p[i].y;
}
