// expect: false bits: both
// unnamed objects in calls, arrays of them, each iteration its own
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct options { int verbose, level; const int *limits; };

static int use(const struct options *o) { return o->verbose ? o->level + o->limits[1] : o->limits[0]; }
static long total(const int *terms) {
  long all = 0;
  for (; *terms; terms++) all += *terms;
  return all;
}
#define sum(...) total((int[]){__VA_ARGS__, 0})

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 1 || x > 1000) return 0;
  assert(use(&(struct options){.level = x, .limits = (int[]){7, 9}}) == 7);
  assert(use(&(struct options){1, x, (int[2]){0, 9}}) == x + 9);
  assert(sum(x, 2, 3) == x + 5);
  assert(sum(x, x - 1, 3) == 2 * x + 2);
}
