// expect: true bits: both
// an uninitialised array keeps its arbitrary values while other functions come and go above it
// native: no
// decided: symex symexpa eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int touch(int i) {
  int b[4];
  b[i & 3] = i;
  return b[(i + 1) & 3];
}
static int differs(int i) {
  int a[4], *p = a;
  int x = p[i & 3];
  touch(i);
  return p[i & 3] != x;
}
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (differs(i) || differs(i + 1)) reach_error();
  return 0;
}
