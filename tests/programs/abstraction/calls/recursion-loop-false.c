// expect: false bits: both
// the loop changes the frame's variable, in one of the frames
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
    if (k == 2 && below == 1) own++;
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
