// expect: false bits: both
// a structure that is passed in memory, not all of it set
// args: --check ub
// violates: undefined-behaviour
// native: memory
struct large {
  int a;
  long b;
  int c;
  long d;
};
static int look(int depth, struct large x) {
  if (depth) return look(depth - 1, x);
  x.a = 5;
  return x.d == 3;
}
int main(void) {
  struct large x;
  x.a = x.c = 3;
  if (look(1, x)) return 1;
  return 0;
}
