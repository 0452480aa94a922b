// expect: false bits: both
// the innermost frame of the second recursion holds nothing of the first one
// native: no
// decided: symex symexpa eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int deep(int n, int i, int write) {
  int a[4];
  if (write) a[i & 3] = n + 1;
  if (n > 0) return deep(n - 1, i, write);
  return a[i & 3];
}
int main(void) {
  int i = __VERIFIER_nondet_int();
  int x = deep(3, i, 1), y = deep(3, i, 0);
  if (x == 1 && y != 1) reach_error();
  return 0;
}
