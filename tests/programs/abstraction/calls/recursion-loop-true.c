// expect: true|unknown bits: both
// recursion, and in each call a loop about its own frame
// args: --no-pre-run
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int depth_of(int n) {
  int own = n, k = 0;
  if (n <= 0) return 0;
  int below = depth_of(n - 1);
  while (__VERIFIER_nondet_int()) {
    k++;
    if (k > 3) k = 0;
  }
  if (own != n) reach_error();
  return below + 1;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 3) return 0;
  depth_of(n);
  return 0;
}
