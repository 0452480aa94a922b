// expect: false bits: both
// structures that are passed in memory are objects of their own, also the one that comes back
// entry: make
// native: no
#include <assert.h>

struct large {
  long a[6];
};

extern struct large *shared;
extern const char *const names[3];

struct large make(int x, struct large given, long w, ...) {
  struct large made = given;
  if (x == 4) made.a[2] = 8;
  if (shared && names[1] && made.a[2] == 8 && given.a[2] == 7 && given.a[5] == 77 && w > 5)
    assert(shared->a[3] != 6 || names[1][0] != 'x');
  return made;
}
