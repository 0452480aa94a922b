// expect: false bits: both
// the pointer moves to another struct in between
// inputs: 1 0 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a, b;
};
int main(void) {
  struct pair s = {0, 0}, t = {0, 0}, *p = &s;
  while (__VERIFIER_nondet_int()) {
    p->a++;
    p = __VERIFIER_nondet_int() ? &s : &t;
    p->b++;
  }
  if (s.a != s.b || t.a != t.b) reach_error();
  return 0;
}
