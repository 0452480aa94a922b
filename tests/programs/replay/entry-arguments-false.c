// expect: false bits: both
// the run calls the entry function with the arguments of the counterexample: scalars, parts of a structure
// entry: check
// native: no
#include <assert.h>

struct pair {
  short first;
  int second;
};

int check(int x, unsigned char c, double d, _Bool b, struct pair p, long l, float f, signed char s) {
  assert(!(x == 3 && c == 'a' && d == 2.5 && b && p.first == -7 && p.second == 70000 && l == -5 && f < -1.5f && s == -9));
  return 0;
}
