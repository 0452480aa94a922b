// expect: true bits: both
// structs with an integer and a floating-point half
extern void __VERIFIER_error(void);
struct mixed { long n; double d; };
struct small { char c; float f; };
static struct mixed next(struct mixed m, struct small s) {
  struct mixed r = {m.n + s.c, m.d + s.f};
  return r;
}
int main(void) {
  struct mixed m = {40, 0.5};
  struct small s = {2, 0.25f};
  m = next(m, s);
  m = next(m, s);
  if (!(m.n == 44 && m.d == 1.0)) __VERIFIER_error();
  return 0;
}
