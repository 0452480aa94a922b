// expect: true|unknown bits: both
// cells of an array change in a loop, one of them never
// args: --no-pre-run
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[8] = {0, 0, 0, 0, 5, 0, 0, 0};
  unsigned i = 0;
  while (__VERIFIER_nondet_int()) {
    a[i & 3] = (int)i;
    i++;
  }
  if (a[4] != 5) reach_error();
  return 0;
}
