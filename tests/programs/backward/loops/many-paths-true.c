// expect: true bits: both
// a body with many paths, each of which keeps the relation
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    int c = __VERIFIER_nondet_int();
    if (c & 1) x++, y++;
    if (c & 2) x += 2, y += 2;
    if (c & 4) x += 4, y += 4;
    if (c & 8) x -= 3, y -= 3;
    if (c & 16) x ^= 0;
  }
  if (x != y) reach_error();
  return 0;
}
