// expect: false bits: both
// entered in the middle, the difference is another
// native: small
// inputs: 101
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0, y = 0;
  if (n > 100) {
    y = 2;
    goto middle;
  }
again:
  if (x >= n) goto out;
  y++;
middle:
  x++;
  goto again;
out:
  if (n > 0 && x != y) reach_error();
  return 0;
}
