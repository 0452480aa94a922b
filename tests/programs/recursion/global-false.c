// expect: false bits: both
// a call that returned has changed a global
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int depth;
static int walk(int n) {
  if (n <= 0) return 0;
  depth++;
  return walk(n - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 4) return 0;
  walk(n);
  if (depth == 3) reach_error();
}
