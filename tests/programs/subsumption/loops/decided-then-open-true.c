// expect: true bits: both
// known rounds are followed by unknown ones
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, n = __VERIFIER_nondet_int();
  if (n < 10 || n > 13) return 0;
  for (int i = 0; i < n; i++) {
    if (i < 9) x++;
    else if (__VERIFIER_nondet_int() == i && i == 8) x = 100;
  }
  if (x != 9) reach_error();
  return 0;
}
