// expect: true bits: both
// a loop that goto enters in two places
// native: small
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0, y = 0;
  if (n > 100) {
    y = 1;
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
