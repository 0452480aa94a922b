// expect: true bits: both
// an external pointer does not lead to a local of the function that gets it: a copy between both does not overlap
// args: --check memory,ub
// entry: f
#include <string.h>
struct pair {
  int a, b;
};
void f(struct pair *to) {
  struct pair local = {1, 2};
  if (to) memcpy(to, &local, sizeof local);
}
