// A speculation that needs two states at a location: the edge x > 0 is infeasible. Beyond it w must be 1 exactly if y is
// 1; the interpolant of y = 1 does not fit y = 2.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0, w = 0, v = 0;
  if (x > 0) return 0;
  if (__VERIFIER_nondet_int()) v = 1;
  if (x > 0) {
    if (__VERIFIER_nondet_int()) y = 1;
    else y = 2;
    if (y == 1) w = 1;
    else w = 2;
    if ((y == 1) != (w == 1)) reach_error();
  }
  if (v > 1) reach_error();
  return 0;
}
