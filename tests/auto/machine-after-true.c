// bself proves x <= 5 * y of the first loop; the machine is too much for its induction, and symexpa does not find the relation.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = 0, y = 0, n = __VERIFIER_nondet_int(), s = 0, t = 0, u = 0;
  if (n < 0 || n > 100000) return 0;
  while (y < n) {
    y++;
    if (__VERIFIER_nondet_int()) x += 5;
    else if (__VERIFIER_nondet_int()) x += 2;
  }
  while (__VERIFIER_nondet_int()) {
    if (s == 0) { s = 1; t = 1; }
    else if (s == 1) { s = t == 1 ? 2 : 9; t = 4; u = 3; }
    else if (s == 2) { s = t == 4 && u == 3 ? 5 : 9; t = 7; }
    else if (s == 5) { s = t == 7 ? 0 : 9; u = 0; }
    else x = 6 * n + 1;
  }
  if (x > 5 * n) reach_error();
  return 0;
}
