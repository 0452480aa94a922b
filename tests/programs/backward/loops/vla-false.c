// expect: false bits: both
// two arrays whose size is an input; the sum of the last cells is wrong
// inputs: 3 4 4 4
// decided: symex bse kind bself se+bself ic3ia
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100) return 0;
  int a[n], b[n];
  for (int i = 0; i < n; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = a[i];
  }
  if (a[n - 1] == 4 && b[n - 1] == 4 && n == 3) reach_error();
  return 0;
}
