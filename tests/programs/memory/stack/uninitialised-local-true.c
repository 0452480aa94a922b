// expect: true bits: both
// a variable that was not initialised is arbitrary but stays the same
// native: no
extern void reach_error(void);
int main(void) {
  int x, a[3];
  int y = x, b = a[1];
  if (!(x == y && a[1] == b)) reach_error();
  return 0;
}
