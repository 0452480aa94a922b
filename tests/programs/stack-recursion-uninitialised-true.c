// expect: true bits: both
// what frames further out hold stays while inner ones return, whether it was written or not
// native: no
// decided: symex symexpa eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int deep(int n, int i) {
  int a[4];
  int x = a[i & 3];
  a[(i + 1) & 3] = n;
  if (n > 0) deep(n - 1, i + 1);
  if (a[(i + 1) & 3] != n || a[i & 3] != x) reach_error();
  return x;
}
int main(void) {
  deep(3, __VERIFIER_nondet_int());
  deep(2, __VERIFIER_nondet_int());
  return 0;
}
