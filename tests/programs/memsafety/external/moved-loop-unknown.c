// expect: unknown bits: both
// an external pointer that is read, moved and read again
// entry: count
// args: --check memory,ub
int count(int *p, int n) {
  int zeros = 0;
  for (int i = 0; p && i < n; i++) {
    zeros += *p == 0;
    p++;
    if (zeros > 2) break;
  }
  return zeros > 2;
}
