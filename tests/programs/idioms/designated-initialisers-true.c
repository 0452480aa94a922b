// expect: true bits: both
// ranges, gaps, the last one wins, and what is not named is zero
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum colour { RED, GREEN, BLUE, COLOURS };
static const char *const names[COLOURS] = {[BLUE] = "blue", [RED] = "red"};
static const signed char classes[256] = {['0' ... '9'] = 1, ['a' ... 'f'] = 2, ['_'] = 3, ['c'] = 4};
struct point { int x, y, z; };

int main(void) {
  assert(!names[GREEN] && names[RED][0] == 'r' && names[BLUE][0] == 'b');
  int c = __VERIFIER_nondet_int();
  if (c >= 'a' && c <= 'f') assert(classes[c] == 2 || c == 'c');
  if (c >= 0 && c < '0') assert(classes[c] == 0);
  struct point points[] = {[2] = {.y = c}, [0] = {1, .z = 3}, [0].y = 2};
  assert(sizeof points == 3 * sizeof *points);
  assert(points[0].x == 1 && points[0].y == 2 && points[0].z == 3 && points[1].x == 0);
  assert(points[2].y == c && points[2].x == 0);
}
