// expect: true|unknown bits: both
// what a frame that is gone held is arbitrary, and decides before the loop whether the error can be reached
// args: --no-pre-run
// native: no
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int *p;
static void fill(int i) {
  int a[4] = {1, 1, 1, 1};
  p = a;
  if (a[i & 3] != 1) a[0] = 2;
}
int main(void) {
  fill(__VERIFIER_nondet_int());
  if (*p == 1) return 0;
  int x = 0;
  while (__VERIFIER_nondet_int()) x++;
  if (x == 3) reach_error();
  return 0;
}
