// expect: false|unknown bits: both
// a local that is written on one path only may hold the address of another object
// native: no
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int x, y;
int main(void) {
  int *p;
  if (__VERIFIER_nondet_int()) p = &y;
  if (p == &x) *p = 5;
  if (x == 5) reach_error();
  return 0;
}
