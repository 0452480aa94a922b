// expect: true bits: both
// a local that is written on all paths holds one of the addresses that are written
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int x, y, z;
int main(void) {
  int *p;
  if (__VERIFIER_nondet_int()) p = &y;
  else p = &z;
  if (p == &x) *p = 5;
  if (x == 5) reach_error();
  return 0;
}
