// expect: false bits: both
// the diagonal holds other values
extern void reach_error(void);
static int trace(int n, int m[n][n]) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += m[i][i];
  return sum;
}
int main(void) {
  for (int n = 1; n <= 3; n++) {
    int m[n][n];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) m[i][j] = i == j ? n : 100;
    if (!(trace(n, m) == n * 100)) reach_error();
  }
  return 0;
}
