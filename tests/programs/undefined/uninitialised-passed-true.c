// expect: true bits: both
// the member that was set, of a structure that is passed by value
// args: --check ub
// native: memory
struct p {
  int a, b;
};
static int f(struct p q) {
  if (q.a) return 1;
  return 0;
}
int main(void) {
  struct p q;
  q.a = 1;
  return f(q);
}
