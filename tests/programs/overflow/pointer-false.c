// expect: false bits: both
// through a pointer, a field, an element
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
struct pair { int first, second[3]; };
static void add(int *to, int x) { *to += x; }
int main(void) {
  struct pair p = {0, {1, 2, 3}};
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 2) return 0;
  p.second[k] = __VERIFIER_nondet_int();
  add(&p.second[k], 1);
  return p.second[k];
}
