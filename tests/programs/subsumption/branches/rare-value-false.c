// expect: false bits: both
// both ways meet, and only one value that came by the second way is bad
// inputs: 31337 0
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0, c = __VERIFIER_nondet_int();
  if (c) y = 1;
  else y = x == 31337 ? 3 : 2;
  if (x > 10) x = 10;
  if (y == 3) reach_error();
  return 0;
}
