// expect: true bits: both
// a function called without a declaration
extern void reach_error(void);
int main() {
  int r = scale(5, 3);
  if (!(r == 15)) reach_error();
  return 0;
}
int scale(a, b) int a, b; { return a * b; }
