// expect: true bits: both
// the second context is covered by what the first one learnt
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (__VERIFIER_nondet_int()) { if (y != 4 || x <= 0) return 0; }
  else if (y > 3 || x > 1 || y < -1000 || x < -1000) return 0;
  if (x == 1) x++;
  else x += 2;
  if (x + y < 6) y++;
  else y += 2;
  if (y > 100) reach_error();
  return 0;
}
