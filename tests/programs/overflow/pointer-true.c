// expect: true bits: both
// the same with a test
// args: --check overflow
// native: no
extern int __VERIFIER_nondet_int(void);
struct pair { int first, second[3]; };
static void add(int *to, int x) { if (*to <= 2147483647 - x) *to += x; }
int main(void) {
  struct pair p = {0, {1, 2, 3}};
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 2) return 0;
  p.second[k] = __VERIFIER_nondet_int();
  add(&p.second[k], 1);
  return p.second[k];
}
