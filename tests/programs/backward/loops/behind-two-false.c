// expect: false bits: both
// the first loop excludes one value less
// native: small
// inputs: 11 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  while (x > 11) x -= 1;
  while (__VERIFIER_nondet_int() && y < 50) y++;
  if (x > 10 || y > 50) reach_error();
  return 0;
}
