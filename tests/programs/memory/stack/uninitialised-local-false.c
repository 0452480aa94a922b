// expect: false|unknown bits: both
// it may have any value
// native: no
extern void reach_error(void);
int main(void) {
  int x, a[3];
  int y = x, b = a[1];
  if (!(x != 12345)) reach_error();
  return 0;
}
