static int reach_error(void) { return 1; }
static int helper(int x) { return x; }
int other(int x) {
  if (x == 42) reach_error();
  return helper(x);
}
