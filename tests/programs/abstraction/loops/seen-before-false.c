// expect: false bits: both
// seen says that the mark lies behind, or that it is the end
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void check(int holds) {
  if (!holds) reach_error();
}
int main(void) {
  int mark = __VERIFIER_nondet_int(), a = 0, b = 0;
  while (__VERIFIER_nondet_int()) {
    int seen = 0, i;
    for (i = 0; i < 4; i++)
      if (i == mark - 1 && i == 3) seen = 7;
    if (seen == 7) { a += 5; b += 5; }
    else { a++; b++; }
    if (i == mark && seen == 7) b--;
    check(i == 4 && a == b);
  }
  return 0;
}
