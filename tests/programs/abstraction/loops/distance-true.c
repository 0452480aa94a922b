// expect: true bits: both
// x - y and x + z stay within what they are before the loop, and no bound of x, y or z alone does
// decided: symexpa kind ic3ia bself
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
  if (x < 0 || x > 2 || y < 0 || y > 2 || z < -3 || z > 5) return 0;
  while (__VERIFIER_nondet_int()) {
    x += 2;
    y += 2;
    z -= 2;
  }
  if (y == 0 && x > 2) reach_error();
  if (x == 100 && z < -103) reach_error();
  return 0;
}
