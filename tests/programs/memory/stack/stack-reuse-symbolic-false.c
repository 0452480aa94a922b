// expect: false bits: both
// two calls have two arrays, each uninitialised for itself: they may differ
// native: no
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int read(int i) {
  int a[10];
  return a[i];
}
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 9) return 0;
  int x = read(i), y = read(i);
  if (x != y) reach_error();
  return 0;
}
