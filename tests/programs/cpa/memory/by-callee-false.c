// expect: false bits: both
// a callee writes to one of its caller's variables
// inputs: 5
// decided: value cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void put(int *to, int value) { *to = value; }
int main(void) {
  int x = 1, y = 2;
  put(__VERIFIER_nondet_int() > 0 ? &y : &x, 9);
  if (x == 1 && y == 9) reach_error();
  return 0;
}
