// expect: true bits: both
// a loop writes all cells of an array but one
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[8] = {0};
  unsigned i = 0;
  a[5] = 1;
  while (__VERIFIER_nondet_int()) {
    if (i % 8 != 5) a[i % 8]++;
    i++;
  }
  if (a[5] != 1) reach_error();
  return 0;
}
