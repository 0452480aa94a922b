// expect: true bits: both
// recursion with explicit values
// decided: value cpa
extern void reach_error(void);
static int factorial(int n) {
  if (n < 2) return 1;
  return n * factorial(n - 1);
}
int main(void) {
  int r = factorial(5);
  if (r != 120) reach_error();
  return 0;
}
