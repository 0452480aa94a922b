// expect: false bits: both
// where it returns from the loop, x is one ahead
// native: small
// inputs: 1 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int find(int n, int *steps) {
  int x = 0;
  for (int i = 0; i < n; i++) {
    if (__VERIFIER_nondet_int() == i) {
      x++;
      *steps = i;
      return x;
    }
    x++;
  }
  *steps = n > 0 ? n : 0;
  return x;
}
int main(void) {
  int steps;
  int x = find(__VERIFIER_nondet_int(), &steps);
  if (x != steps) reach_error();
  return 0;
}
