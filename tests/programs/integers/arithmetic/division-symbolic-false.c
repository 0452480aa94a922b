// expect: false bits: both
// the remainder may be negative
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (!(a / 8 * 8 + a % 8 == a && a % 8 >= 0)) reach_error();
  return 0;
}
