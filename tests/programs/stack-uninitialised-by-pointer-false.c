// expect: false bits: both
// the second call has an array of its own, at the address of the first one, which nothing was written to
// native: no
// decided: symex symexpa eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int touch(int i) {
  int b[4];
  b[i & 3] = i;
  return b[(i + 1) & 3];
}
static int last(int i, int write) {
  int a[4], *p = a;
  if (write) p[i & 3] = 7;
  touch(i);
  return p[i & 3];
}
int main(void) {
  int i = __VERIFIER_nondet_int();
  int x = last(i, 1), y = last(i, 0);
  if (x == 7 && y != 7) reach_error();
  return 0;
}
