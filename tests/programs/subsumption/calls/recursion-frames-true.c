// expect: true bits: both
// every frame has a variable of its own
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void down(int n, int *above) {
  int mine = n;
  if (n > 0) down(n - 1, &mine);
  if (mine != n) reach_error();
  above = &mine;
  *above = n;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), top = 0;
  if (n < 0 || n > 4) return 0;
  down(n, &top);
  return 0;
}
