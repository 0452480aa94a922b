// The loop goes up to n and down again: below n, y is x; from there on x + y is 2 * n. With large-block encoding the
// two branches are one edge.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, y = 0;
  if (n < 0 || n > 1000000) return 0;
  while (x < 2 * n) {
    if (x < n) y = y + 1;
    else y = y - 1;
    x = x + 1;
  }
  if (y != 0) reach_error();
  return 0;
}
