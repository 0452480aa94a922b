// expect: true|unknown bits: both
// calls without end whose frames are read at unknown places
// native: no
// decided: symexpa eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int pass(int i, int seen) {
  int a[4];
  a[0] = a[1] = a[2] = a[3] = 1;
  if (seen) a[i & 3] = 2;
  return a[i & 3];
}
int main(void) {
  int seen = 0;
  while (__VERIFIER_nondet_int()) {
    int x = pass(__VERIFIER_nondet_int(), seen);
    if (x != seen + 1) reach_error();
    seen = 1;
  }
  return 0;
}
