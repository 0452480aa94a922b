// expect: false bits: both
// it writes that one, too
// inputs: 1 1 1 1 1 1 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[8] = {0};
  unsigned i = 0;
  a[5] = 1;
  while (__VERIFIER_nondet_int()) {
    if (i % 8 != 4) a[i % 8]++;
    i++;
  }
  if (a[5] != 1) reach_error();
  return 0;
}
