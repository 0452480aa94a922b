// expect: true bits: both
// recursion deeper than any sensible bound for expanding calls
// decided: symex
extern void reach_error(void);
static int down(int n) {
  return n == 0 ? 0 : down(n - 1) + 1;
}
int main(void) {
  if (down(200) != 200) reach_error();
  return 0;
}
