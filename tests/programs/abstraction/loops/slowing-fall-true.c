// expect: true bits: both
// the height goes down by a number that grows: it comes to the ground only when that is positive, and nothing overflows before
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int fall = __VERIFIER_nondet_int(), height = 20;
  if (fall < -300 || fall > 40000) return 0;
  while (height > 0) {
    height -= fall;
    fall++;
  }
  if (fall <= 0) reach_error();
  return 0;
}
