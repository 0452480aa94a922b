// expect: true bits: both
// a variable that starts with any value keeps it: two copies agree
// native: no
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  int y = x, n = __VERIFIER_nondet_int();
  while (n > 0) {
    x++;
    y++;
    n--;
  }
  if (x != y) reach_error();
  return 0;
}
