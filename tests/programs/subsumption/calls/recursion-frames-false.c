// expect: false bits: both
// the frame above is changed by the one below
// inputs: 4
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void down(int n, int *above) {
  int mine = n;
  if (n > 0) down(n - 1, &mine);
  if (mine != n) reach_error();
  *above = *above == 3 ? 0 : *above;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), top = 0;
  if (n < 0 || n > 4) return 0;
  down(n, &top);
  return 0;
}
