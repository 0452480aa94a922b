// expect: false bits: both
// the value is one less
extern void reach_error(void);
static int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
int main(void) {
  if (!(ackermann(2, 3) == 8)) reach_error();
  return 0;
}
