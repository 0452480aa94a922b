// expect: true bits: both
// two members of a struct change together through a pointer
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a, b;
};
int main(void) {
  struct pair s = {0, 0}, t = {0, 0}, *p = &s;
  while (__VERIFIER_nondet_int()) {
    p->a++;
    p->b++;
    p = __VERIFIER_nondet_int() ? &s : &t;
  }
  if (s.a != s.b || t.a != t.b) reach_error();
  return 0;
}
