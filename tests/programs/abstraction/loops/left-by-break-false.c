// expect: false bits: both
// one break leaves when one counter is ahead
// args: --no-pre-run
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int walk(int n) {
  int x = 0, y = 0;
  for (;;) {
    int c = __VERIFIER_nondet_int();
    if (c == 1) return x - y;
    if (c == 2) { y++; break; }
    x++;
    if (c == 3) goto out;
    y++;
    if (x >= n) break;
  }
  if (x != y) reach_error();
  return 0;
out:
  if (x != y + 1) reach_error();
  return 0;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 1000000) return 0;
  if (walk(n) != 0) reach_error();
  return 0;
}
