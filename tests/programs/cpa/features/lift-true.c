// expect: true bits: both
// features that exclude each other change how a lift moves
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int heavy, express;
static int floor_now(int floor, int direction) {
  if (express) floor += 2 * direction;
  else floor += direction;
  return floor;
}
int main(void) {
  int floor = 0, direction = 1;
  heavy = __VERIFIER_nondet_int() != 0;
  express = __VERIFIER_nondet_int() != 0;
  if (heavy && express) return 0;
  for (int i = 0; i < 12; i++) {
    if (__VERIFIER_nondet_int()) continue;
    int before = floor;
    floor = floor_now(floor, direction);
    if (heavy && (floor - before) * direction != 1) reach_error();
    if (floor > 4) {
      floor = 4;
      direction = -1;
    }
    if (floor <= 0) direction = 1;
  }
  return 0;
}
