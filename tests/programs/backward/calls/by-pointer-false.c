// expect: false bits: both
// it writes to the other one, too
// native: small
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void advance(int *p) {
  *p += 1;
}
int main(void) {
  int x = 0, y = 0, n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    advance(&x);
    advance(i == 2 ? &x : &y);
  }
  if (x != y) reach_error();
  return 0;
}
