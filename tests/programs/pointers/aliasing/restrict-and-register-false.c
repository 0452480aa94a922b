// expect: false bits: both
// the copy has the same elements
extern void reach_error(void);
static void copy(int n, int *restrict to, const int from[static 2]) {
  for (register int i = 0; i < n; i++) to[i] = from[i];
}
int main(void) {
  int a[2] = {3, 4}, b[2] = {0, 0};
  copy(2, b, a);
  if (!(b[1] == 0)) reach_error();
  return 0;
}
