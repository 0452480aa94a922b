// expect: false bits: both
// it can be taken on the last of four ways
// inputs: -3
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), x = 0;
  if (a > 5) x += 1; else x += 2;
  if (a > 9) x += 4; else x += 8;
  if (x == 10) {
    if (a == -3) reach_error();
  }
  return 0;
}
