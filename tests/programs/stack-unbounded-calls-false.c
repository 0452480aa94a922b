// expect: false bits: both
// in the fourth call nothing was written
// native: no
// decided: symexpa eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int pass(int i, int n) {
  int a[4];
  if (n < 3) a[0] = a[1] = a[2] = a[3] = 1;
  return a[i & 3];
}
int main(void) {
  int n = 0;
  while (__VERIFIER_nondet_int()) {
    if (pass(__VERIFIER_nondet_int(), n) != 1) reach_error();
    if (n < 5) n++;
  }
  return 0;
}
