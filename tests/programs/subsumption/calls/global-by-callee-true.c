// expect: true bits: both
// the function restores the global
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int depth;
static void work(int c) {
  depth++;
  if (c == 40) { depth--; return; }
  depth--;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) return 0;
  for (int i = 0; i < n; i++) {
    if (depth != 0) reach_error();
    work(__VERIFIER_nondet_int());
  }
  return 0;
}
