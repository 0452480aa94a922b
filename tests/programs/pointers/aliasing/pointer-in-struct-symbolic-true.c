// expect: true bits: both
// a pointer chosen by an input, kept in a struct
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
struct cell { int *p; int n; };
int main(void) {
  int a = 0, b = 0;
  struct cell c = {__VERIFIER_nondet_bool() ? &a : &b, 1};
  struct cell d = c;
  *d.p += d.n;
  if (!(a + b == 1 && *c.p == 1)) reach_error();
  return 0;
}
