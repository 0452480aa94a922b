// expect: false bits: both
// the callee's change does not reach the caller
extern void __VERIFIER_error(void);
struct pair { int a, b; };
static struct pair swap(struct pair p) {
  int t = p.a;
  p.a = p.b;
  p.b = t;
  return p;
}
int main(void) {
  struct pair p = {1, 2}, q = swap(p);
  if (!(q.a == 2 && q.b == 1 && p.a == 2)) __VERIFIER_error();
  return 0;
}
