// expect: false bits: both
// the end lies behind the last element
extern void reach_error(void);
int main(void) {
  int a[4], n = 0;
  int *end = a + 4;
  for (int *p = a; p <= end - 1 + 1; p++) {
    if (p == end) break;
    n++;
  }
  if (!(n == 4 && &a[1] > &a[0] && &a[2] >= a + 2 && a == end)) reach_error();
  return 0;
}
