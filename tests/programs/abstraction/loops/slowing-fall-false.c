// expect: false bits: both
// the height goes down by a number that grows: that may be 7 at the end
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
  if (fall <= 7) reach_error();
  return 0;
}
