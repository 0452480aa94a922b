// expect: false bits: both
// it is defined further down
extern void reach_error(void);
int main() {
  int r = scale(5, 3);
  if (!(r == 8)) reach_error();
  return 0;
}
int scale(a, b) int a, b; { return a * b; }
