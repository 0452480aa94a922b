// expect: true bits: both
// a loop that is left by a return, and the same loop in the next call are not one loop
// args: --no-pre-run
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int find(int v) {
  int a[6] = {5, 3, 8, 1, 9, 2};
  for (int k = 0; k < 6; k++)
    if (a[k] == v) return k;
  return -1;
}
int main(void) {
  int v = __VERIFIER_nondet_int();
  int j = find(8), i = find(v);
  if (j != 2 || (i == 0 && v != 5)) reach_error();
  return 0;
}
