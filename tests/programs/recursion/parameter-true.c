// expect: true bits: both
// a parameter that the function changes: summaries are about what it was at the call
// decided: summary
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int down(int n) {
  int before = n;
  if (n <= 0) return n;
  n = -5;
  int r = down(before - 1);
  return r > before ? n : r;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (down(n) > n) reach_error();
}
