// expect: true bits: both
// A function that is declared to change nothing changes locals of its own only: nothing has to be said.
// says:
extern void reach_error(void);
__attribute__((const)) static int square(int x) { return x * x; }
__attribute__((pure)) static int sum(const int *a, int n) {
  int s = 0, squares[4];
  for (int i = 0; i < n; i++) squares[i] = square(a[i]);
  for (int i = 0; i < n; i++) s += squares[i];
  return s;
}
int main(void) {
  int a[4] = {1, 2, 3, 4};
  if (sum(a, 4) != 30) reach_error();
}
