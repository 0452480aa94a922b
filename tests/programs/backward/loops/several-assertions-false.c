// expect: false bits: both
// the one behind the loop fails for an even bound
// native: small
// inputs: 2
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0, y = 0, flag = 0;
  if (n < 0) return 0;
  if (x != y) reach_error();
  while (x < n) {
    x++;
    flag = !flag;
    if (x < 0) reach_error();
    y = x;
    if (y > n) reach_error();
  }
  if (x != y) reach_error();
  if (flag == x % 2) reach_error();
  return 0;
}
