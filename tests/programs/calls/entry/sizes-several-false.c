// expect: false bits: both
// objects of elements of several bytes, two of which have a size that is not known; structures among the parameters
// entry: pick(struct point points[2 * n], int n, struct pair pair, long last[3], struct large large, short tail[n])
// native: no
// decided: symex symexpa auto
#include <assert.h>

struct point {
  int x, y;
};
struct pair {
  long a, b;
};
struct large {
  int v[20];
};

int pick(struct point *points, int n, struct pair pair, long *last, struct large large, short *tail) {
  assert(!(n == 2 && points[3].y == 7 && pair.b == -5 && last[2] == 9 && large.v[19] == 4 && tail[1] == -3));
  return 0;
}
