// expect: true bits: both
// calls that return may change a global, and do not make it negative
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int depth;
static void walk(int n) {
  if (n <= 0 || depth > 1000) return;
  depth++;
  walk(n - 1);
  if (depth < 0) reach_error();
}

int main(void) { walk(__VERIFIER_nondet_int()); }
