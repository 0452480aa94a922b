// expect: true bits: both
// a callee writes to a local of the loop by a pointer
// native: small
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void advance(int *p) {
  *p += 1;
}
int main(void) {
  int x = 0, y = 0, n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    advance(&x);
    advance(&y);
  }
  if (x != y) reach_error();
  return 0;
}
