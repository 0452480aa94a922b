// expect: true bits: both
// a write through a pointer that points to one of two variables
// decided: value cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1, y = 2;
  int *p = __VERIFIER_nondet_int() ? &x : &y;
  *p = 5;
  if (x != 5 && y != 5) reach_error();
  return 0;
}
