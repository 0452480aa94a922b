// expect: false bits: both
// a const structure that is initialised by constants is written by its own name: a cast hides what it is
// args: --check memory,ub
// violates: undefined-behaviour
// native: no
struct pair {
  int a, b[2];
};
int main(void) {
  const struct pair p = {1, {2, 3}};
  ((struct pair *)&p)->b[1] = 4;
  return p.a - 1;
}
