// The same with the array before and after the loop: x <= 4 * y is proved by bself, what holds of every cell by symexpa.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = 0, y = 0, i, n = __VERIFIER_nondet_int(), a[1000];
  if (n < 0 || n > 1000) return 0;
  for (i = 0; i < n; i++) a[i] = 0;
  while (y < n) {
    y++;
    if (__VERIFIER_nondet_int()) x += 4;
    else if (__VERIFIER_nondet_int()) x += 3;
  }
  for (i = 0; i < n; i++) if (a[i] != 0) reach_error();
  if (x > 4 * n) reach_error();
  return 0;
}
