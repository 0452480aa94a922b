// expect: true bits: both
// of a structure that is returned in two registers the part is used that was set
// args: --check ub
// native: memory
struct pair {
  long a, b;
};
extern int __VERIFIER_nondet_int(void);
static struct pair make(int both) {
  struct pair p;
  p.a = 1;
  if (both) p.b = 2;
  return p;
}
int main(void) {
  struct pair p = make(__VERIFIER_nondet_int()), q = p;
  if (q.a != 1) return 1;
  return 0;
}
