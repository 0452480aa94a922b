// expect: true bits: both
// left by break, continued early; the flag says which
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0, y = 0, i = 0;
  if (n > 1000) return 0;
  for (i = 0; i < n; i++) {
    int c = __VERIFIER_nondet_int();
    if (c == 0) break;
    x++;
    if (c == 1) {
      y++;
      continue;
    }
    y += 1;
  }
  if (x != y || x != i && n > 0) reach_error();
  return 0;
}
