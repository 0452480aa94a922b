// expect: true bits: both
// the error is inside of the recursion, and the precondition excludes it
// decided: summary
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void steps(int n, int m) {
  if (n + m != 100) reach_error();
  if (n > 0) steps(n - 1, m + 1);
}

int main(void) { steps(60, 40); }
