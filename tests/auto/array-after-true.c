// bself proves x <= 5 * y of the first loop and has no invariants about every cell; symexpa has these, and does not find the relation.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = 0, y = 0, i, n = __VERIFIER_nondet_int(), v = __VERIFIER_nondet_int(), a[1000];
  if (n < 0 || n > 1000) return 0;
  while (y < n) {
    y++;
    if (__VERIFIER_nondet_int()) x += 5;
    else if (__VERIFIER_nondet_int()) x += 2;
  }
  if (x > 5 * n) reach_error();
  for (i = 0; i < n; i++) a[i] = v;
  for (i = 0; i < n; i++) if (a[i] != v) reach_error();
  return 0;
}
