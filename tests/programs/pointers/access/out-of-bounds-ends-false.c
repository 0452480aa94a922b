// expect: false bits: both
// a write within bounds goes on
// native: no
extern void reach_error(void);
int main(void) {
  int guard = 1, a[2] = {0, 0};
  a[1] = 2;
  if (!(guard == 1 && a[1] == 0)) reach_error();
  return 0;
}
