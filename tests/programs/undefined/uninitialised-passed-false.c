// expect: false bits: both
// a member of a structure that is passed by value
// args: --check ub
// violates: undefined-behaviour
// native: memory
struct p {
  int a, b;
};
static int f(struct p q) {
  if (q.b) return 1;
  return 0;
}
int main(void) {
  struct p q;
  q.a = 1;
  return f(q);
}
