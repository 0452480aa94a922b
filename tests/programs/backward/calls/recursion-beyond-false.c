// expect: false bits: both
// the error is at the bottom of a deep recursion
// decided: symex
extern void reach_error(void);
static int down(int n) {
  return n == 0 ? 0 : down(n - 1) + 1;
}
int main(void) {
  if (down(200) == 200) reach_error();
  return 0;
}
